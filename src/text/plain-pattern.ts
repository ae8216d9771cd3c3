/** What of each class of Unicode lies in ASCII, as it is written inside brackets. */
const inAscii: Readonly<Record<string, string>> = {
  L: 'A-Za-z',
  Lu: 'A-Z',
  Ll: 'a-z',
  Lo: '',
  Lm: '',
  M: '',
  N: '0-9',
  S: '$+<=>^`|~',
};

/**
 * The pattern that finds in a text of ASCII what the given one finds, without its tables of Unicode: the engine takes longer to
 * make those than most commands take to read a query. Errors: throws for a class that is not in the table.
 */
export function plainPattern({ source, flags }: RegExp): RegExp {
  let inBrackets = false;
  const plain = source.replaceAll(/\\p\{([^}]+)\}|\\.|[[\]]/g, (piece, name: string | undefined) => {
    if (piece === '[') inBrackets = true;
    if (piece === ']') inBrackets = false;
    if (name === undefined) return piece;
    const set = inAscii[name];
    if (set === undefined) throw new TypeError(`no plain form of ${piece}`);
    return inBrackets ? set : `[${set}]`;
  });
  return new RegExp(plain, flags);
}
