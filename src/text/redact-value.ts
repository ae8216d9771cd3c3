import { isPlaceholder } from './placeholder.ts';
import { redact } from './redact.ts';
import { redactionRules } from './redaction-rules.ts';
import { classifyName } from './secret-names.ts';

/**
 * Redacts a JSON value deeply: every string, every key, and whole values whose key names a secret
 * (`{"password": …}`, environment maps, `{name, value}` pairs, arguments behind a flag). What is no JSON value
 * (functions, undefined) passes through.
 */
export function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return redact(value).text;
  if (Array.isArray(value)) return redactList(value);
  return isObject(value) ? redactObject(value) : value;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function redactList(list: readonly unknown[]): unknown[] {
  return list.map((item, index) => {
    const before = list[index - 1];
    const kind = typeof before === 'string' && /^--?[a-z]/i.test(before) ? classify(before) : undefined;
    return kind === undefined ? redactValue(item) : maskNamed(item, kind);
  });
}

function redactObject(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const name = object.name ?? object.key ?? object.Name;
  const paired = typeof name === 'string' ? classify(name) : undefined;
  const seen = new Set<string>();
  const entries = Object.entries(object).map(([key, item]): [string, unknown] => {
    const kind = classify(key) ?? (/^value$/i.test(key) ? paired : undefined);
    return [freeKey(redact(key).text, seen), kind === undefined ? redactValue(item) : maskNamed(item, kind)];
  });
  return Object.fromEntries(entries);
}

const classify = (key: string): string | undefined => classifyName(key, redactionRules);

function freeKey(key: string, seen: Set<string>): string {
  let free = key;
  for (let index = 2; seen.has(free); index += 1) free = `${key}#${index}`;
  seen.add(free);
  return free;
}

function maskNamed(item: unknown, kind: string): unknown {
  if (typeof item === 'string') return isNamedSecret(item, kind) ? `[redacted:${kind}]` : redact(item).text;
  if (typeof item === 'number') return kind === 'password' || item > 99_999_999 ? `[redacted:${kind}]` : item;
  if (Array.isArray(item)) return item.map((one: unknown) => maskNamed(one, kind));
  return redactValue(item);
}

// The key has said what it is, so that here only fillers, prose and short words pass.
function isNamedSecret(text: string, kind: string): boolean {
  if (text === '' || isPlaceholder(text)) return false;
  if (kind === 'password') return !/\s\S{1,40}\s/.test(text);
  return text.length >= 8 && !/\s/.test(text) && (/[^A-Za-z_-]/.test(text) || text.length >= 16);
}
