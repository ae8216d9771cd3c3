import { claudeInjection } from './claude-code/injection.ts';
import { codexInjection } from './codex/injection.ts';
import { geminiInjection } from './gemini/injection.ts';
import type { InjectionFormat } from './injection.ts';
import { opencodeInjection } from './opencode/injection.ts';

/** The clients that take context from hooks. Cursor takes none. */
const formats: readonly InjectionFormat[] = [
  claudeInjection,
  codexInjection,
  geminiInjection,
  opencodeInjection,
];

/** How a client takes a block; undefined for one that takes none. */
export const injectionFormatOf = (client: string): InjectionFormat | undefined =>
  formats.find((format) => format.client === client);
