import type { CommandModelSettings } from '../domain/model-settings.ts';
import type { LanguageModel, ModelHost } from './language.ts';
import { runProgram } from './run-program.ts';

const maxOutputBytes = 1_000_000;

/** A program that reads the prompt on stdin and prints the answer. Started without a shell, with `HEBB_ACTIVE=1`. */
export const commandModel = (settings: CommandModelSettings, host: ModelHost): LanguageModel => ({
  ask: (prompt) => runProgram({ ...settings, maxOutputBytes }, host, prompt),
});
