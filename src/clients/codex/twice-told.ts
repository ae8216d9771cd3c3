/** Remembers what was told by one kind of row, so that the same thing told by another kind is left out. */
export interface TwiceTold {
  /** True when another kind of row has told this text before and nothing has answered to it yet: matched one to one. */
  isRepeat(kind: string, text: string): boolean;
}

/** Rows that tell the same stand close together. */
const remembered = 16;

/** Codex writes each message up to three times: as response item, as old event, as thread item. */
export function createTwiceTold(): TwiceTold {
  const told: { key: string; kinds: Set<string> }[] = [];
  return {
    isRepeat(kind, text) {
      const key = text.trim();
      const earlier = told.find((item) => item.key === key && !item.kinds.has(kind));
      if (earlier) {
        earlier.kinds.add(kind);
        return true;
      }
      told.push({ key, kinds: new Set([kind]) });
      if (told.length > remembered) told.shift();
      return false;
    },
  };
}
