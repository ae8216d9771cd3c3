import type { CoreLine } from './injection.ts';
import { compact, type Dict, dictAt, isDict, stringAt } from './json.ts';

/** Sections of core memory that speak to an agent, what a person prefers first. */
const sections = ['preferences', 'stablePatterns', 'beliefs'] as const;

/** What core memory says to an agent; `ownersOf`: whose each promoted entry is, by `core/<section>/<key>`. */
export function coreLinesOf(core: Dict, ownersOf: () => ReadonlyMap<string, string>): CoreLine[] {
  const entries = sections.flatMap((section) =>
    Object.entries(dictAt(core, section) ?? {}).map(([key, value]) => ({
      key: `${section}/${key}`,
      text: textOf(value),
    })),
  );
  if (entries.length === 0) return [];
  const owners = ownersOf();
  return entries.map(({ key, text }) => compact({ key, text, owner: owners.get(`core/${key}`) }));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return (isDict(value) ? stringAt(value, 'statement') : undefined) ?? JSON.stringify(value);
}
