import { pageOf } from '../commands/agent-answer.ts';
import { type Dict, dictAt, dictsAt, numberAt, stringAt } from '../domain/json.ts';

/** What `memory_learn` was called with beside the text. */
export interface LearnArguments {
  readonly taskPattern?: string | undefined;
  readonly scope?: string | undefined;
  readonly type?: string | undefined;
  readonly severity?: string | undefined;
  readonly source?: string | undefined;
  readonly appliesTo?: readonly string[] | undefined;
  readonly project?: string | undefined;
}

/** The same as options of `hebb learn`, said by an agent. */
export function learnOptions({ appliesTo, ...texts }: LearnArguments): Record<string, unknown> {
  const given = Object.entries(texts).filter(([, value]) => value !== undefined);
  const list = appliesTo === undefined ? {} : { appliesTo: appliesTo.join(',') };
  return { ...Object.fromEntries(given), ...list, agent: true };
}

const saving = ['saved', 'superseding', 'contradicts'];

/** Whether it was saved, under which id, and why or why not. The reason may quote memories: it is fenced. */
export function learnWords(data: Dict): string {
  const answer = dictAt(data, 'answer') ?? {};
  const verdict = stringAt(answer, 'verdict') ?? 'unknown';
  const id = stringAt(answer, 'memoryId');
  const terms = dictsAt(answer, 'terms').map((term) => {
    const points = numberAt(term, 'points') ?? 0;
    return `${stringAt(term, 'term')} ${points > 0 ? '+' : ''}${points}`;
  });
  const score = `Score ${numberAt(answer, 'score')} of ${numberAt(answer, 'threshold')}: ${terms.join(', ') || 'no term applies'}.`;
  const said = saving.includes(verdict)
    ? `Saved as ${id} (${verdict}).`
    : `Not saved (${verdict})${id === undefined ? '' : `; it adds to ${id}`}.`;
  const reason = stringAt(answer, 'reason') ?? '';
  const entries = reason === '' || verdict === 'saved' ? [] : [reason];
  return pageOf({ head: `${said} ${score}`, entries, offset: 0, total: entries.length });
}
