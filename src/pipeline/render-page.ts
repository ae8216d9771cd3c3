import template from '../../templates/page.html';
import type { Health } from '../domain/consolidation-report.ts';
import { isDict, type Json, stringAt } from '../domain/json.ts';
import { isStanding, type Memory } from '../domain/memory.ts';
import type { Operation } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import { addDays, dayOf } from '../domain/time.ts';
import { activityByDay, histogram } from './charts.ts';
import { decayOutlook, type Fading } from './decay-outlook.ts';
import type { Due } from './due.ts';
import { gateAudit, openAtGate } from './gate-audit.ts';
import { changeText } from './memory-blocks.ts';
import { barChart, dayBars, decayPoints, heightOf, namedBars, strengthBars } from './page-charts.ts';
import { graphViews } from './page-graph.ts';
import { type SkillProofs, skillViews } from './page-skills.ts';
import { asHtml, renderTemplate, type View } from './render-template.ts';
import { waitingVersions } from './skill-blocks.ts';
import { strengthAt } from './strength.ts';

/** What the page shows. */
export interface PageInput {
  readonly now: string;
  readonly version: string;
  /** Folder of the home, as a person writes it. */
  readonly home: string;
  readonly state: State;
  readonly policy: Policy;
  /** Names of projects by id. */
  readonly projects: Readonly<Record<string, string>>;
  readonly lastRunAt: string | null;
  readonly problems: readonly { readonly file: string; readonly line: number; readonly problem: string }[];
  /** Oldest first. */
  readonly operations: readonly Operation[];
  readonly health: Health;
  readonly due: Due;
  /** When each client left its last event. */
  readonly lastEventAt: Readonly<Record<string, string>>;
  readonly proofs: SkillProofs;
}

const fadingDays = 30;
/** Lines of a list before the rest is only counted. */
const shown = { learned: 12, fading: 10, operations: 50, changes: 30 };

/** The whole memory as one HTML page: no script, no request, every text of the memory nothing but text. */
export const renderPage = (input: PageInput): string => renderTemplate(template, viewOf(input), asHtml);

function viewOf(input: PageInput): View {
  const { state, policy, now, operations } = input;
  const held = [...state.memories.values()].filter(isStanding);
  const projectName = (id: string): string =>
    id === 'global' ? 'every project' : (input.projects[id] ?? id);
  const last = [...operations].reverse().slice(0, shown.operations);
  return {
    home: input.home,
    version: input.version,
    total: String(held.length),
    day: dayOf(now),
    when: minute(now),
    ...healthView(input.health),
    needs: needViews(input),
    lastRun: input.lastRunAt === null ? 'none yet' : minute(input.lastRunAt),
    nextRun: nextText(input),
    captures: Object.entries(input.lastEventAt).map(([client, at]) => ({ client, at: minute(at) })),
    learned: [...held]
      .sort((a, b) =>
        a.admittedAt > b.admittedAt ? -1 : a.admittedAt < b.admittedAt ? 1 : a.id < b.id ? -1 : 1,
      )
      .slice(0, shown.learned)
      .map((memory) => learnedView(memory, projectName)),
    ...fadingView(input),
    charts: chartViews(held, input),
    graph: graphViews(state, policy, now),
    skillCount: String(state.skills.size),
    skills: skillViews(state, projectName, input.proofs),
    core: coreViews(state),
    minUses: String(policy.promote.minUses),
    minDays: String(policy.promote.minAgeDays),
    operationCount: last.length === 0 ? 'nothing' : `${last.length} of ${operations.length}`,
    operations: last.map(operationView),
    problems:
      input.problems.length === 0
        ? []
        : [
            {
              items: input.problems.map(({ file, line, problem }) => ({ place: `${file}:${line}`, problem })),
            },
          ],
  };
}

const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

function healthView({ indicators, recommendations }: Health): View {
  const well = indicators.filter(({ status }) => status === 'OK').length;
  return {
    well: `${well} of ${indicators.length} well`,
    indicators: indicators.map(({ name, status, text }) => ({
      name,
      text,
      status: status === 'OK' ? 'well' : 'look at it',
      sign: status === 'OK' ? '✓' : '!',
      tone: status === 'OK' ? 'good' : 'warn',
    })),
    recommendations: recommendations.map((text) => ({ text })),
  };
}

/** What waits for a person, with the command that settles it. */
function needViews({ state, due, policy, now }: PageInput): View[] {
  const atGate = openAtGate(gateAudit(state, now, policy));
  const skills = waitingVersions(state, [...state.skills.values()]).length;
  const needs: readonly (readonly [number, string, string])[] = [
    [atGate, 'decisions wait at the gate', 'hebb review'],
    [skills, 'skills wait for a yes', 'hebb skill review'],
    [due.due ? 1 : 0, `consolidation is due: ${due.reasons.join('; ')}`, 'hebb auto-consolidate'],
  ];
  return needs
    .filter(([count]) => count > 0)
    .map(([count, text, command]) => ({
      text: text.startsWith('consolidation') ? text : `${count} ${text}`,
      command,
    }));
}

function nextText({ lastRunAt, due, policy }: PageInput): string {
  if (due.due) return 'due now';
  const { everyDays, unprocessedEvents } = policy.due;
  const day =
    lastRunAt === null ? 'once something is captured' : `on ${dayOf(addDays(lastRunAt, everyDays))}`;
  return `${day}, or at ${unprocessedEvents} unprocessed events`;
}

const learnedView = (
  { entityType, summary, admittedAt, scope, project }: Memory,
  projectName: (id: string) => string,
): View => ({
  type: entityType,
  summary,
  day: dayOf(admittedAt),
  owner: scope === 'user' ? 'about you' : scope === 'global' ? 'every project' : projectName(project ?? ''),
});

function fadingView({ state, policy, now }: PageInput): View {
  const outlook = decayOutlook(state.memories.values(), { policy: policy.strength, now, days: fadingDays });
  const more = outlook.falling.length - shown.fading;
  const lineOf = ({ id, summary, strength, fallsAt, protectedBy }: Fading): View => ({
    summary,
    strength: strength.toFixed(2),
    day: dayOf(fallsAt),
    protected: protectedBy === null ? '' : ` (not forgotten: ${protectedBy})`,
    points: decayPoints({ strength, decayRate: state.memories.get(id)?.decayRate ?? 0 }),
    cut: String(heightOf(policy.strength.decayedBelow)),
  });
  return {
    fading: outlook.falling.slice(0, shown.fading).map(lineOf),
    fadingDays: String(fadingDays),
    fadingMore: [
      ...(more > 0 ? [`${more} more fall within ${fadingDays} days.`] : []),
      `${outlook.faded.length} have faded already, ${outlook.lasting} never fade. hebb decay tells which.`,
    ].join(' '),
  };
}

function chartViews(held: readonly Memory[], { now, operations }: PageInput): View[] {
  const types = new Map<string, number>();
  for (const { entityType } of held) types.set(entityType, (types.get(entityType) ?? 0) + 1);
  const changes = operations.flatMap(({ at, changes: made }) => made.map(() => ({ at })));
  return [
    barChart(
      'Memories by strength now',
      strengthBars(histogram(held.map((memory) => strengthAt(memory, now)))),
    ),
    barChart('Changes a day, 30 days', dayBars(activityByDay(changes, { now }))),
    namedBars(
      'Memories by type',
      [...types].map(([label, count]) => ({ label, count })),
    ),
  ];
}

const coreSections = [
  ['stablePatterns', 'pattern'],
  ['preferences', 'preference'],
  ['beliefs', 'belief'],
] as const;

/** What an entry of core memory says: a text, or the text of a record. */
function coreText(key: string, value: Json): string {
  if (typeof value === 'string') return value;
  const said = isDict(value) ? stringAt(value, 'statement') : undefined;
  return said ?? `${key}: ${JSON.stringify(value)}`;
}

const coreViews = ({ core }: State): View[] =>
  coreSections.flatMap(([section, name]) =>
    Object.entries(core[section] ?? {}).map(([key, value]) => ({
      section: name,
      text: coreText(key, value),
    })),
  );

function operationView({ id, at, command, changes }: Operation): View {
  const more = changes.length - shown.changes;
  return {
    id,
    at,
    when: minute(at),
    command,
    count: changes.length === 1 ? '1 record' : `${changes.length} records`,
    changes: [
      ...changes.slice(0, shown.changes).map((change) => ({
        what: changeText(change),
        rule: change.reason.rule,
        why: change.reason.text,
      })),
      ...(more > 0
        ? [{ what: `and ${more} more`, rule: 'hebb log', why: 'the journal holds them all' }]
        : []),
    ],
  };
}
