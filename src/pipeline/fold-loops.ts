/** Longest cycle that is seen as one, in units. */
const MAX_CYCLE = 12;

/** Whether the last `length` units are those before them once more. */
function endsTwice(units: readonly string[], length: number): boolean {
  const middle = units.length - length;
  for (let at = 1; at <= length; at += 1) if (units[units.length - at] !== units[middle - at]) return false;
  return middle >= length;
}

/**
 * Units without repeats: what comes again at once, alone or as a cycle of up to 12 units, counts once, so that three rounds of
 * editing and testing are one. What is left holds no repeat, so that folding twice is folding once. Linear in the units.
 */
export function foldLoops(units: readonly string[]): string[] {
  const folded: string[] = [];
  for (const unit of units) {
    folded.push(unit);
    for (let length = 1; length <= MAX_CYCLE; length += 1)
      if (endsTwice(folded, length)) {
        folded.length -= length;
        break;
      }
  }
  return folded;
}
