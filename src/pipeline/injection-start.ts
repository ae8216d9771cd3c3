import type { CoreLine, HomeFacts, InjectionLine } from '../domain/injection.ts';
import type { DuePolicy, InjectPolicy } from '../domain/policy.ts';
import { dayOf } from '../domain/time.ts';
import { isDue } from './due.ts';
import type { PartInput } from './injection-budget.ts';
import { lineLength, listLine, markdownLines, skillLine } from './injection-lines.ts';
import { injectionText } from './injection-words.ts';

/** What the block of a session's start is made from. */
export interface StartInput {
  readonly facts: HomeFacts;
  /** Id of the project and of the person. */
  readonly project: string;
  readonly user: string;
  readonly policy: InjectPolicy;
  readonly due: DuePolicy;
  /** `yyyy-mm-dd`: no finer time goes into a block. */
  readonly day: string;
  /** When hebb was installed: what is overdue when nothing ever ran. */
  readonly installedAt: string;
  /** Whether the project's instruction files say this already. */
  isKnown(text: string): boolean;
}

/** The parts of the block that a session begins with. */
export function startParts(input: StartInput): PartInput[] {
  const { facts, policy, isKnown } = input;
  const unknown = (lines: readonly InjectionLine[]): InjectionLine[] =>
    lines.filter(({ text }) => !isKnown(text));
  return [
    { part: 'notices', share: 0.1, lines: policy.notices ? noticesOf(input) : [] },
    { part: 'base', share: 0.25, lines: policy.base ? unknown(markdownLines(facts.base, 'base')) : [] },
    {
      part: 'profile',
      share: 0.25,
      lines: policy.profile ? unknown(markdownLines(facts.profile, 'profile')) : [],
    },
    { part: 'core', share: 0.2, lines: policy.core ? coreLines(input) : [] },
    { part: 'catalogue', share: 0.2, lines: policy.catalogue ? catalogueOf(input) : [] },
  ];
}

/** Core memory of this project and person; entries whose text the instruction files hold are left out. */
function coreLines({ facts, isKnown, ...who }: StartInput): InjectionLine[] {
  return facts.core
    .filter((line) => isVisible(line, who) && !isKnown(line.text))
    .map(({ key, text }) => listLine(`core/${key}`, text, lineLength));
}

function isVisible({ owner }: CoreLine, { project, user }: Pick<StartInput, 'project' | 'user'>): boolean {
  return owner === undefined || ['global', `user:${user}`, `project:${project}`].includes(owner);
}

const catalogueOf = ({ facts }: StartInput): InjectionLine[] =>
  [...facts.skills].sort((a, b) => (a.slug < b.slug ? -1 : 1)).map(skillLine);

function noticesOf({ facts, due, day, installedAt }: StartInput): InjectionLine[] {
  const count = (id: string, number: number): InjectionLine[] =>
    number > 0 ? [listLine(id, injectionText(`notices.${id}`, { count: String(number) }), lineLength)] : [];
  return [
    ...count('reviews', facts.openReviews),
    ...count('skills', facts.waitingSkills),
    ...(isOverdue(facts.lastRunAt ?? installedAt, due, day) ? [overdueLine(facts.lastRunAt)] : []),
  ];
}

/** Only days count, so that the block is the same all day. */
const isOverdue = (since: string, policy: DuePolicy, day: string): boolean =>
  isDue({
    lastRunAt: `${dayOf(since)}T00:00:00.000Z`,
    hasCaptured: false,
    unprocessedEvents: 0,
    pendingExtractions: 0,
    memories: 0,
    newMemories: 0,
    isPostProject: false,
    policy,
    now: `${day}T00:00:00.000Z`,
  }).due;

const overdueLine = (lastRunAt: string | undefined): InjectionLine =>
  listLine(
    'overdue',
    lastRunAt === undefined
      ? injectionText('notices.never')
      : injectionText('notices.overdue', { day: dayOf(lastRunAt) }),
    lineLength,
  );
