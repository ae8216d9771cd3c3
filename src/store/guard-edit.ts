import { type Dict, isDict, type Json, stringAt, stringsAt } from '../domain/json.ts';
import { redactValue } from '../text/redact-value.ts';
import { screenText } from '../text/safety-screen.ts';

const textsOf = (memory: Dict): string =>
  [stringAt(memory, 'summary') ?? '', ...stringsAt(memory, 'observations')].join('\n');

/**
 * What an edit of a file may bring into the home: no secret, and no order in the clothes of a fact. A memory that the
 * screen rejects is kept, blocked, with the reason, and a person can let it through at the gate.
 */
export function guardEdit(target: string, value: Json): Json {
  const clean = redactValue(value) as Json;
  if (!target.startsWith('memories/') || !isDict(clean)) return clean;
  const { verdict, reasons } = screenText(textsOf(clean), 'learning');
  if (verdict !== 'reject') return clean;
  const reason = reasons.map(({ rule, quote }) => `${rule}: “${quote}”`).join('; ');
  const gate = isDict(clean.gate) ? clean.gate : {};
  return { ...clean, status: 'blocked', gate: { ...gate, reason } } as Json;
}
