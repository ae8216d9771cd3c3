import type { Facts } from '../../commands/dashboard-facts.ts';
import type { Indicator } from '../../domain/consolidation-report.ts';
import { isLive, type Memory } from '../../domain/memory.ts';
import type { Skill } from '../../domain/skill.ts';
import { addDays } from '../../domain/time.ts';
import { activityByDay, type Bin, type DayCount, histogram } from '../../pipeline/charts.ts';
import { type DecayOutlook, decayOutlook } from '../../pipeline/decay-outlook.ts';
import { gateAudit, openAtGate } from '../../pipeline/gate-audit.ts';
import { groupBy } from '../../pipeline/group-by.ts';
import { strengthAt } from '../../pipeline/strength.ts';
import { agoText, counted, dayText } from '../words.ts';
import { waitingSkills } from './skills.ts';

/** Something that a person should see to. */
export interface Need {
  /** How many things it is. */
  readonly count: number;
  readonly text: string;
  /** The key that leads there; empty when the text names a command. */
  readonly where: string;
}

/** What the first view shows. */
export interface OverviewFacts {
  readonly live: number;
  readonly byType: readonly (readonly [type: string, count: number])[];
  /** Undefined while it is being asked for. */
  readonly indicators?: readonly Indicator[];
  readonly advice: readonly string[];
  readonly needs: readonly Need[];
  readonly lastRun: string;
  readonly nextRun: string;
  /** Admitted within a week, the newest first. */
  readonly learned: readonly Memory[];
  readonly outlook: DecayOutlook;
  readonly skills: readonly Skill[];
  readonly strengths: readonly Bin[];
  /** Undefined while the journal is being read. */
  readonly activity?: readonly DayCount[];
  readonly captures: readonly (readonly [client: string, when: string])[];
}

const learnedDays = 7;
const fadingDays = 30;

function needsOf(facts: Facts): Need[] {
  const { state, more, problems, policy, now } = facts;
  const atGate = openAtGate(gateAudit(state, now, policy));
  const skills = waitingSkills(facts).length;
  return [
    ...(atGate > 0
      ? [{ count: atGate, text: `${counted(atGate, 'decision')} at the gate`, where: '3' }]
      : []),
    ...(skills > 0
      ? [{ count: skills, text: `${counted(skills, 'skill')} to say yes or no to`, where: '4' }]
      : []),
    ...(more?.due.due
      ? [{ count: 1, text: `a run is due: ${more.due.reasons.join('; ')}`, where: 'r' }]
      : []),
    ...(problems.length > 0
      ? [
          {
            count: problems.length,
            text: `${counted(problems.length, 'line')} could not be read: hebb doctor`,
            where: '',
          },
        ]
      : []),
  ];
}

function lastRunText({ lastRunAt, more, now }: Facts): string {
  const report = more?.lastReport;
  const at = lastRunAt ?? report?.at;
  if (at === undefined) return 'never';
  const when = `${dayText(at, now)}, ${agoText(at, now)}`;
  if (!report) return when;
  return `${when}: ${report.merged} merged, ${report.promoted} promoted, ${report.forgotten} forgotten`;
}

function nextRunText({ lastRunAt, more, policy, now }: Facts): string {
  if (more?.due.due) return 'now: it is due';
  const events =
    more === undefined ? '' : `, or at ${policy.due.unprocessedEvents} events (${more.unprocessed} wait)`;
  if (lastRunAt === null) return `when something was captured${events}`;
  return `${dayText(addDays(lastRunAt, policy.due.everyDays), now)}${events}`;
}

/** What a person wants to know first. */
export function overviewOf(facts: Facts): OverviewFacts {
  const { state, now, more, policy } = facts;
  const live = [...state.memories.values()].filter(isLive);
  const since = addDays(now, -learnedDays);
  const types = groupBy(live, ({ entityType }) => entityType);
  return {
    live: live.length,
    byType: [...types].map(([type, own]) => [type, own.length] as const).sort((a, b) => b[1] - a[1]),
    ...(more ? { indicators: more.health.indicators } : {}),
    advice: more?.health.recommendations ?? [],
    needs: needsOf(facts),
    lastRun: lastRunText(facts),
    nextRun: nextRunText(facts),
    learned: live
      .filter(({ admittedAt }) => admittedAt > since)
      .sort((a, b) => (a.admittedAt < b.admittedAt ? 1 : -1)),
    outlook: decayOutlook(live, { policy: policy.strength, now, days: fadingDays }),
    skills: [...state.skills.values()].filter(({ status }) => status === 'active' || status === 'shadow'),
    strengths: histogram(live.map((memory) => strengthAt(memory, now))),
    ...(more ? { activity: activityByDay(changesOf(facts), { now }) } : {}),
    captures: Object.entries(more?.lastEventAt ?? {}).map(
      ([client, at]) => [client, agoText(at, now)] as const,
    ),
  };
}

/** Each record that changed, at its time: what a day of the activity counts. */
function* changesOf({ more }: Facts): Generator<{ readonly at: string }> {
  for (const { at, changes } of more?.operations ?? []) for (const _ of changes) yield { at };
}
