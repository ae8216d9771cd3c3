import type { Report } from '../domain/report.ts';
import { auditBlocks } from '../pipeline/audit-blocks.ts';
import { type GateAudit, gateAudit, type HeldCandidate, type OpenPair } from '../pipeline/gate-audit.ts';
import type { GateAnswer, GateDecision } from '../pipeline/gate-decision.ts';
import { shortId } from '../pipeline/memory-blocks.ts';
import { planResolve } from '../pipeline/plan-resolve.ts';
import type { Store } from '../store/store.ts';
import { redact } from '../text/redact.ts';
import { type Command, type CommandInput, hasFlag } from './command.ts';
import { resolveContext } from './gate-context.ts';

/** One question of the walk: what is shown, and which key decides what. */
interface Card {
  readonly id: string;
  readonly lines: readonly string[];
  readonly keys: Readonly<Record<string, GateDecision>>;
}

const single = { a: 'approve', r: 'reject', e: 'edit' } as const;
const pair = { 1: 'keep-existing', 2: 'keep-new', b: 'keep-both', m: 'merge' } as const;

const heldCard = ({ id, summary, reason, source }: HeldCandidate): Card => ({
  id,
  lines: [summary, reason === '' ? `from ${source}` : reason],
  keys: single,
});

const pairCard = ({ id, reason, existing, newer }: OpenPair): Card => ({
  id,
  lines: [reason, `1  ${existing.summary}`, `2  ${newer.summary}`],
  keys: pair,
});

const cardsOf = (audit: GateAudit): Card[] => [
  ...audit.conflicts.map(pairCard),
  ...audit.pendingReviews.map(pairCard),
  ...audit.held.map(heldCard),
  ...audit.pendingMemories.map(({ id, summary }): Card => ({ id, lines: [summary], keys: single })),
  ...audit.waiting.map(heldCard),
  ...audit.blocked.map(heldCard),
];

const promptOf = ({ id, lines, keys }: Card, place: string): string =>
  [
    '',
    `${place}  ${shortId(id)}`,
    ...lines.map((line) => `  ${line}`),
    `  ${Object.entries(keys)
      .map(([key, decision]) => `[${key}] ${decision}`)
      .join('  ')}  [s] skip  [q] quit `,
  ].join('\n');

/** Asks until a key means something. */
async function keyFor(input: CommandInput, card: Card, place: string): Promise<string> {
  for (;;) {
    const key = (await input.host.askKey(promptOf(card, place))).toLowerCase();
    if (key in card.keys || key === 's' || key === 'q') return key;
  }
}

async function answerFor(input: CommandInput, card: Card, key: string): Promise<GateAnswer | undefined> {
  const decision = card.keys[key];
  if (decision === undefined) return undefined;
  const answer = { id: card.id, decision, decidedBy: 'human' } as const;
  if (decision !== 'edit') return answer;
  const text = await input.host.askLine('  new text: ');
  return text.trim() === '' ? undefined : { ...answer, text: redact(text).text };
}

function decide(input: CommandInput, store: Store, answer: GateAnswer): string {
  let said = `${answer.decision}`;
  store.commit({
    command: 'review',
    plan: (state) => {
      const result = planResolve(state, answer, resolveContext(store, input.host.now()));
      if (result.ok) return result.value;
      said = `${result.failure.message}; ${result.failure.hint}`;
      return { command: 'review', changes: [] };
    },
  });
  return said;
}

async function walk(input: CommandInput, store: Store): Promise<{ decided: number; left: number }> {
  const cards = cardsOf(gateAudit(store.state(), input.host.now(), store.policy()));
  let decided = 0;
  for (const [index, card] of cards.entries()) {
    const key = await keyFor(input, card, `${index + 1}/${cards.length}`);
    if (key === 'q') return { decided, left: cards.length - index };
    const answer = await answerFor(input, card, key);
    if (answer) {
      input.host.tell(`  ${decide(input, store, answer)}\n`);
      decided++;
    }
  }
  return { decided, left: 0 };
}

/** `hebb review`: the queue in the terminal, one key each. Without a terminal it is shown. */
export const run: Command = async (input): Promise<Report> => {
  if (!input.host.terminal.input || hasFlag(input.options, 'json')) {
    const store = await input.door.read();
    const audit = gateAudit(store.state(), input.host.now(), store.policy());
    return {
      exit: 0,
      human: auditBlocks(audit),
      data: { queue: cardsOf(audit).map(({ id, lines }) => ({ id, lines: [...lines] })) },
    };
  }
  const store = await input.door.write();
  const { decided, left } = await walk(input, store);
  const text =
    decided + left === 0
      ? 'Nothing waits.'
      : `${decided} decided${left > 0 ? `, ${left} left` : ''}. hebb undo takes the last one back.`;
  return { exit: 0, human: [{ kind: 'line', text }], data: { decided, left } };
};
