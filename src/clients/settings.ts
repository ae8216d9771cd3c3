import type { ClientName } from '../domain/event.ts';
import { claudeCodeSetup } from './claude-code/settings.ts';
import type { ClientSetup } from './client-setup.ts';
import { codexSetup } from './codex/settings.ts';
import { cursorSetup } from './cursor/settings.ts';
import { geminiSetup } from './gemini/settings.ts';
import { opencodeSetup } from './opencode/settings.ts';

/** Every client that hebb can be put into, the most common first. */
export const clientSetups: readonly ClientSetup[] = [
  claudeCodeSetup,
  codexSetup,
  geminiSetup,
  cursorSetup,
  opencodeSetup,
];

/** How hebb is put into the client of this name; undefined for one that hebb does not know. */
export const clientSetupOf = (client: string): ClientSetup | undefined =>
  clientSetups.find((setup) => setup.client === client);

/** Names of the clients that hebb can be put into. */
export const clientNames: readonly ClientName[] = clientSetups.map(({ client }) => client);
