import { foldLookalikes } from '../text/lookalikes.ts';
import { defaultLexicon, type Lexicon } from '../text/synonyms.ts';
import { readTerms } from '../text/terms.ts';

/** Kinds of tags that are words of people; all others name something exactly. */
const worded: ReadonlySet<string> = new Set(['pattern', 'task']);

/**
 * What two tags have in common when they match: the kind, and a name that looks the same whatever its case, dashes, underscores and
 * blanks. Of patterns and tasks also the words count by stem and synonym, in any order; of commands, tools, packages and languages they
 * do not, since `npm test` is not `npm tests`.
 */
export function tagKey(name: string, lexicon: Lexicon = defaultLexicon): string {
  const [kind = '', ...rest] = foldLookalikes(name).split(':');
  const said = rest
    .join(':')
    .replace(/[\s_-]+/g, ' ')
    .trim();
  if (!worded.has(kind)) return `${kind}:${said}`;
  const terms = readTerms(said, lexicon).map(({ term }) => term);
  return `${kind}:${terms.length > 0 ? terms.sort().join(' ') : said}`;
}
