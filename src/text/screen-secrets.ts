import { redact } from './redact.ts';

/** The verdict of the safety screen on secrets: `redact` when anything was masked, with a reason for each rule. */
export interface SecretScreen {
  readonly verdict: 'accept' | 'redact';
  readonly reasons: readonly string[];
  readonly text: string;
}

/** Screens a text for secrets; `text` is what may be kept of it. */
export function screenSecrets(text: string): SecretScreen {
  const { text: masked, found } = redact(text);
  const reasons = found.map(({ rule, kind, count }) => `secret: ${kind} (rule ${rule}, ${count}×)`);
  return { verdict: found.length > 0 ? 'redact' : 'accept', reasons, text: masked };
}
