import type { CommandEmbeddingSettings } from '../domain/embedding-settings.ts';
import { isDict } from '../domain/json.ts';
import type { EmbeddingModel, EmbeddingReply } from './embedding.ts';
import type { ModelHost } from './language.ts';
import { readVectors, unusable } from './read-vectors.ts';
import { runProgram } from './run-program.ts';

const maxOutputBytes = 16_000_000;

/** A program that reads a line `{"text": …}` for each text and prints a line `{"vector": […]}` for each. */
export const commandEmbedding = (settings: CommandEmbeddingSettings, host: ModelHost): EmbeddingModel => ({
  embed: async (texts) => {
    const lines = texts.map((text) => `${JSON.stringify({ text })}\n`).join('');
    const printed = await runProgram({ ...settings, maxOutputBytes }, host, lines);
    return printed.kind === 'text' ? replyOf(printed.text, texts.length) : printed;
  },
});

function replyOf(output: string, texts: number): EmbeddingReply {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  try {
    const vectors = lines.map((line): unknown => {
      const value: unknown = JSON.parse(line);
      return isDict(value) ? value.vector : undefined;
    });
    return readVectors(vectors, texts);
  } catch {
    return unusable('it printed a line that is not JSON');
  }
}
