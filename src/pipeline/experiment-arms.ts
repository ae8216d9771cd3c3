import { type AgentMessage, type ArmName, armNames } from '../domain/experiment.ts';
import { hashOf } from '../domain/identity.ts';
import type { Run } from '../domain/run.ts';
import { fenceTag, fenceText } from '../text/fence.ts';
import { experimentText } from './experiment-words.ts';

/** What the arms are made of. */
export interface ArmMaterial {
  /** Text of the skill, the same in both arms that have it. */
  readonly body: string;
  /** Successful runs that the skill was made from, the newest first. */
  readonly runs: readonly Run[];
  /** Whether the service knows a developer role; else that arm speaks as system. */
  readonly hasDeveloperRole: boolean;
}

/** Raw runs of the first arm, as in the published comparison. */
export const rawRuns = 3;

/** One recorded run: what was asked and each step in order. */
function runText({ query, steps }: Run, number: number, count: number): string {
  const head = experimentText('run', { number: String(number), count: String(count), query });
  const lines = steps.map(
    ({ shape, command, files, ok }) =>
      `- ${command ?? [shape, ...files].join(' ')}${ok === false ? ' (failed)' : ''}`,
  );
  return [head, ...lines].join('\n');
}

function rawText(runs: readonly Run[]): string {
  const shown = runs.slice(0, rawRuns);
  return shown.map((run, index) => runText(run, index + 1, shown.length)).join('\n\n');
}

const fenced = (text: string): string => fenceText(fenceTag([text]), { text, attributes: {} });

/** What one arm is asked. The context stands before the task; only its kind and its role differ. */
export function armMessages(arm: ArmName, prompt: string, material: ArmMaterial): AgentMessage[] {
  const task: AgentMessage = { role: 'user', content: prompt };
  const instruction: AgentMessage = { role: 'system', content: experimentText('instruction') };
  if (arm === 'baseline')
    return [
      instruction,
      { role: 'user', content: `${experimentText('runs')}\n${fenced(rawText(material.runs))}` },
      task,
    ];
  const role = arm === 'user' ? 'user' : material.hasDeveloperRole ? 'developer' : 'system';
  return [
    instruction,
    { role, content: `${experimentText(`skill.${arm}`)}\n${fenced(material.body)}` },
    task,
  ];
}

/** What was asserted of the prompts of an experiment. */
export interface ArmCheck {
  readonly rule: 'same-body' | 'no-raw-run' | 'one-developer';
  readonly text: string;
  readonly holds: boolean;
}

/** Text between the fences of the message before the task. */
const contextOf = (messages: readonly AgentMessage[]): string =>
  /^<(text-[0-9a-f]+)>\n([\s\S]*)\n<\/\1>$/m.exec(messages.at(-2)?.content ?? '')?.[2] ?? '';

/**
 * Checks the prompts as they are sent, not as they were meant: the skill's text is byte-identical in both arms that have it, no raw run
 * stands in them, and only the developer's arm speaks with more than a user's weight (beside the instruction that all share).
 */
export function checkArms(
  messagesOf: Readonly<Record<ArmName, readonly AgentMessage[]>>,
  { runs }: Pick<ArmMaterial, 'runs'>,
): ArmCheck[] {
  const bodies = [messagesOf.user, messagesOf.developer].map((messages) => contextOf(messages));
  const [one = '', other = ''] = bodies;
  const raw = runs.slice(0, rawRuns).map((run, index, all) => runText(run, index + 1, all.length));
  const leaked = (['user', 'developer'] as const).filter((arm) =>
    messagesOf[arm].some(
      ({ content }) => content.includes(experimentText('runs')) || raw.some((text) => content.includes(text)),
    ),
  );
  const raised = armNames.filter((arm) => (messagesOf[arm].at(-2)?.role ?? 'user') !== 'user');
  return [
    {
      rule: 'same-body',
      text: `the skill's text is the same in both arms (${hashOf(one)}, ${hashOf(other)})`,
      holds: one !== '' && one === other,
    },
    { rule: 'no-raw-run', text: 'no raw run stands in the arms with the skill', holds: leaked.length === 0 },
    {
      rule: 'one-developer',
      text: 'only the developer’s arm gives its context with more than a user’s weight',
      holds: raised.length === 1 && raised[0] === 'developer',
    },
  ];
}
