import type { Facts } from '../../commands/dashboard-facts.ts';
import { proposedVersion, type Skill, type SkillVersion } from '../../domain/skill.ts';
import { diffLines } from '../../pipeline/diff-lines.ts';
import { parseSkill } from '../../pipeline/parse-skill.ts';
import { driftText, type SkillHealth } from '../../pipeline/plan-drift.ts';
import { skillPath } from '../../pipeline/plan-skill-version.ts';
import { type SkillRow, textOfVersion } from '../../pipeline/skill-blocks.ts';
import { currentVersion } from '../../pipeline/skill-sources.ts';
import { isEdited } from '../../pipeline/skill-steps.ts';
import { bold, dim, type Line, line, toned, wrap } from '../line.ts';
import { counted, dayText, facts as factRows, paragraph, percent } from '../words.ts';
import { section } from './memory-detail.ts';

/** The rate at activation beside that of the newest runs that followed it. */
function rateText({ baseline }: Skill, use: SkillHealth | undefined): string {
  const rolling = use?.verdict?.rolling ?? null;
  return [
    ...(rolling === null || !use?.verdict ? [] : [`${percent(rolling)} of the last ${use.verdict.judged}`]),
    ...(baseline
      ? [`${percent(baseline.successRate)} of ${counted(baseline.executions, 'run')} before`]
      : []),
  ].join(', ');
}

/** How a skill proves itself, in a few words: on trial how many runs went its way, in use how they ended. Empty where nothing is known. */
export function trialText(skill: Skill, { more }: Facts): string {
  const trial = more?.workflows.trials.get(skill.id);
  if (trial) {
    const { matched, observations } = trial.counts;
    if (observations === 0) return 'no run yet';
    return trial.ready ? 'ready' : `${matched} of ${counted(observations, 'run')} went its way`;
  }
  return rateText(skill, more?.workflows.uses.get(skill.id));
}

/** The same with everything that was counted, a line each. */
function proofFacts(skill: Skill, { more }: Facts): [string, string][] {
  const [trial, use] = [more?.workflows.trials.get(skill.id), more?.workflows.uses.get(skill.id)];
  const reads = more?.stats.get(skill.id)?.exposed ?? 0;
  const drift = use?.verdict?.drifted
    ? `yes: ${driftText(use.verdict)}`
    : use?.needsReview
      ? 'most runs that had it took another path'
      : use?.verdict
        ? 'none'
        : '';
  return [
    ['trial', trial ? (trial.ready ? 'ready' : 'not ready') : ''],
    ...(trial?.checks ?? []).map(({ name, passed, text }): [string, string] => [
      `  ${name}`,
      `${passed ? '✓' : '·'} ${text}`,
    ]),
    ['proof', trial ? '' : rateText(skill, use)],
    ['in context', use ? `${counted(use.use.activations, 'run')}, ${use.use.followed} followed it` : ''],
    ['drift', drift],
    ['read', reads > 0 ? counted(reads, 'time') : ''],
  ];
}

/** What must hold for the skill to apply: metadata that says so, and what the standard calls compatibility. */
function preconditionsOf(text: string): string {
  const { document } = parseSkill(text);
  if (!document) return '';
  const told = Object.entries(document.metadata).filter(([key]) => /precondition|requires|tools/.test(key));
  return [document.compatibility ?? '', ...told.map(([key, value]) => `${key}: ${value}`)]
    .filter(Boolean)
    .join('; ');
}

const versionLine = (one: SkillVersion, skill: Skill, now: string): Line =>
  line(
    one.version === skill.version ? bold(`v${one.version}`) : `v${one.version}`,
    ` ${one.action}, ${one.outcome}, by ${one.decidedBy === 'human' ? 'a person' : 'hebb'} on ${dayText(one.at, now)}`,
    dim(`  ${one.rationale}`),
  );

/** The versions that are worth comparing: what waits with what is in use, else what is in use with what was before it. */
function comparedVersions(skill: Skill): readonly [number, number] | undefined {
  const waiting = proposedVersion(skill)?.version;
  const before = skill.versions.findLast(({ version }) => version < skill.version)?.version;
  if (waiting !== undefined && waiting !== skill.version) return [skill.version, waiting];
  return before === undefined ? undefined : [before, skill.version];
}

const diffLine = (row: string): Line =>
  row.startsWith('+')
    ? line(toned('good', row))
    : row.startsWith('-')
      ? line(toned('bad', row))
      : line(row.startsWith('@@') ? dim(row) : row);

function diffOf({ skill }: SkillRow, { state }: Facts, columns: number): Line[] {
  const versions = comparedVersions(skill);
  if (!versions) return [];
  const texts = versions.map((version) => textOfVersion(state, skill, version));
  const [from, to] = texts;
  if (from === undefined || to === undefined) return [];
  const diff = diffLines(
    { name: `version ${versions[0]}`, text: from },
    { name: `version ${versions[1]}`, text: to },
  );
  return diff
    .split('\n')
    .filter(Boolean)
    .flatMap((row) => wrap(row, columns).map(diffLine));
}

function sourceLines({ skill }: SkillRow, { state }: Facts, columns: number): Line[] {
  const ids = currentVersion(skill)?.sources ?? [];
  return ids.flatMap((id) => paragraph(state.memories.get(id)?.summary ?? id, columns, '• '));
}

/** Everything that is known of a skill: where it stands and why, its versions, what it says, what it came from. */
export function skillDetail(row: SkillRow, facts: Facts, columns: number): Line[] {
  const { skill, project, stale } = row;
  const { state, now } = facts;
  const text = state.documents.get(skillPath(skill.id)) ?? '';
  const waiting = proposedVersion(skill);
  return [
    line(bold(skill.id), dim(`  ${[skill.status, `role ${skill.role}`, project, skill.source].join(' · ')}`)),
    ...wrap(skill.description, columns).map((one) => line(one)),
    ...(stale === undefined ? [] : wrap(`! stale: ${stale}`, columns).map((one) => line(toned('warn', one)))),
    ...(isEdited(state, skill)
      ? [line(toned('warn', '! SKILL.md was edited: the next consolidation takes it in'))]
      : []),
    ...factRows(
      [
        ['waits', waiting ? `version ${waiting.version}: ${waiting.rationale}` : ''],
        ['ended', skill.ended ? `${dayText(skill.ended.at, now)}: ${skill.ended.reason}` : ''],
        ['needs', preconditionsOf(text)],
        ['kinds of work', skill.patterns.flatMap((id) => state.patterns.get(id)?.label ?? []).join('; ')],
        ...proofFacts(skill, facts),
      ],
      columns,
    ),
    ...section(
      'VERSIONS',
      skill.versions.toReversed().map((one) => versionLine(one, skill, now)),
    ),
    ...section('WHAT CHANGED', diffOf(row, facts, columns)),
    ...section(
      'SKILL.md',
      text === '' ? [] : text.split('\n').flatMap((one) => wrap(one, columns).map((part) => line(part))),
    ),
    ...section('SOURCES', sourceLines(row, facts, columns)),
  ];
}
