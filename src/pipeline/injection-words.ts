import words from '../../templates/inject/words.yaml';
import { fillText } from './template-text.ts';

/** A text that hebb writes around the facts of a block: `{name}` stands for a value. Throws on a name the file does not have. */
export const injectionText = (path: string, values: Readonly<Record<string, string>> = {}): string =>
  fillText({ file: 'templates/inject/words.yaml', words }, path, values);
