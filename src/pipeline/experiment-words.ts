import words from '../../templates/experiment/words.yaml';
import { fillText } from './template-text.ts';

/** A text of the prompts of an experiment: `{name}` stands for a value. Throws on a name that the file does not have. */
export const experimentText = (path: string, values: Readonly<Record<string, string>> = {}): string =>
  fillText({ file: 'templates/experiment/words.yaml', words }, path, values);
