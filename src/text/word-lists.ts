/** Rule data of this room: a YAML list whose items are words separated by white space. Errors: throws on another shape. */
export function readLines(data: unknown): string[][] {
  if (!Array.isArray(data)) throw new TypeError('a word list must be a YAML list');
  return data.map((line: unknown) => {
    if (typeof line !== 'string') throw new TypeError('each line of a word list must be text');
    return line.trim().split(/\s+/);
  });
}

/** A YAML mapping of names to such lists or texts. Errors: throws on another shape. */
export function readSections(data: unknown): ReadonlyMap<string, unknown> {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new TypeError('a mapping is expected');
  return new Map(Object.entries(data));
}

/** The words of a text section. Errors: throws when it is not text. */
export function readWords(data: unknown): string[] {
  if (typeof data !== 'string') throw new TypeError('words must be given as text');
  return data.trim().split(/\s+/);
}
