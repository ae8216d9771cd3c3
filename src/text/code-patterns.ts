import data from '../../templates/patterns.yaml';
import { codeOnly } from './code-lines.ts';
import { parseRules, type Rule, textOf } from './rule-data.ts';

/** A pattern of `templates/patterns.yaml` with the languages in which it means something. */
export interface CodePattern extends Rule {
  readonly name: string;
  readonly languages: ReadonlySet<string>;
  /** Its words stand inside of strings, so that strings are kept. */
  readonly inStrings: boolean;
}

function asPattern(rule: Rule): CodePattern {
  const languages = rule.field('languages');
  return {
    ...rule,
    name: textOf(rule.field('name')),
    languages: new Set(Array.isArray(languages) ? languages.map(textOf) : []),
    inStrings: rule.field('strings') === true,
  };
}

/** Every pattern, in the order of the file. */
export const CODE_PATTERNS: readonly CodePattern[] = parseRules(data).map(asPattern);

/** Most added lines that are looked at; a longer patch is generated or vendored. */
const LINE_CAP = 5000;

/** Import specifiers are code in disguise: what a file imports says what it uses. */
const keepImports = (line: string, blanked: string): string =>
  /^\s{0,8}(?:import\b|\} from\b|(?:const|let|var) .{1,120}\brequire\()/.test(line)
    ? line.replaceAll("'", '"')
    : blanked;

/**
 * Names of the patterns that the added lines show, in the order of the data file. Comments, the insides of strings, and prose or data
 * files never count. `language` as `languageOf` tells it.
 */
export function detectCodePatterns(addedLines: readonly string[], language: string): string[] {
  const lines = addedLines.slice(0, LINE_CAP);
  const patterns = CODE_PATTERNS.filter((pattern) => pattern.languages.has(language));
  if (patterns.length === 0) return [];
  const blanked = codeOnly(lines, language).map((code, at) => keepImports(lines[at] ?? '', code));
  const whole = codeOnly(lines, language, true);
  return patterns
    .filter((pattern) => (pattern.inStrings ? whole : blanked).some((line) => pattern.expression.test(line)))
    .map((pattern) => pattern.name);
}
