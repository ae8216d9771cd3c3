import data from '../../templates/skill/words.yaml';
import { dictAt, dictsAt, isDict, stringAt } from '../domain/json.ts';
import { codeLanguageOf } from './git-languages.ts';
import { fillText } from './template-text.ts';

/** Names of the sentences in `templates/skill/words.yaml`. */
export type Phrase =
  | 'description'
  | 'examples'
  | 'occasionVerb'
  | 'occasionNoun'
  | 'occasionSequence'
  | 'from'
  | 'through'
  | 'to'
  | 'asUser'
  | 'asDeveloper'
  | 'useWhen'
  | 'asked'
  | 'notSame'
  | 'notAfter'
  | 'fellBefore'
  | 'fellUnsaid'
  | 'run'
  | 'editFile'
  | 'editKind'
  | 'editAny'
  | 'under'
  | 'useTool'
  | 'symptom'
  | 'cause'
  | 'why'
  | 'fix'
  | 'ends'
  | 'fails'
  | 'uncaught'
  | 'unfixed'
  | 'passedAfter'
  | 'tried'
  | 'fact'
  | 'edit'
  | 'runIt'
  | 'editIt'
  | 'editThem'
  | 'runCommand'
  | 'useIt'
  | 'noPitfall'
  | 'check'
  | 'expectTest'
  | 'expectLint'
  | 'expectFormat'
  | 'expectBuild'
  | 'expectAny'
  | 'noCheck'
  | 'file'
  | 'anyFile'
  | 'address'
  | 'value'
  | 'and'
  | 'gap'
  | 'checked'
  | 'ranAsk'
  | 'ranOk'
  | 'ranFailed'
  | 'ranNothing'
  | 'strangerSection'
  | 'leftSafety'
  | 'leftValues'
  | 'leftAsk'
  | 'leftLength';

/** A sentence of a skill with its words filled in. Throws when the template lacks it. */
export const phrase = (name: Phrase, words: Readonly<Record<string, string>> = {}): string =>
  fillText({ file: 'templates/skill/words.yaml', words: data }, name, words);

/** A programming language as its people write it. */
export const languageName = (language: string): string =>
  (isDict(data) && stringAt(dictAt(data, 'languages') ?? {}, language)) || language;

/** A file by its kind: “the TypeScript file concerned”. */
export function fileWords(path: string): string {
  const kind = codeLanguageOf(path);
  return kind === undefined ? phrase('anyFile') : phrase('file', { kind: languageName(kind) });
}

const expectations = dictsAt(isDict(data) ? data : {}, 'expects').map((line) => ({
  phrase: stringAt(line, 'phrase') ?? '',
  words: new Set((stringAt(line, 'words') ?? '').split(' ')),
}));

/** What a check should report when all is well, by the words of its command. */
export function expectationOf(command: string): string {
  const words = command.toLowerCase().split(/[\s:._/]+/);
  const found = expectations.find((one) => words.some((word) => one.words.has(word)));
  const name = allExpectations.find((one) => one === found?.phrase) ?? 'expectAny';
  return phrase(name);
}

const allExpectations = ['expectTest', 'expectLint', 'expectFormat', 'expectBuild'] as const;

/** Second words of a caption that begins with a verb. */
export const verbFollowers: ReadonlySet<string> = new Set(
  ((isDict(data) && stringAt(data, 'verbFollowers')) || '').split(' '),
);
