import { toJson } from '../domain/json.ts';
import type { Block } from '../domain/report.ts';
import { proposedVersion, type Skill, type SkillVersion } from '../domain/skill.ts';
import { quoteOf } from '../domain/skill-document.ts';
import type { State } from '../domain/state.ts';
import { dayOf } from '../domain/time.ts';
import { skillPath, versionPath } from './plan-skill-version.ts';
import { currentVersion, sightSources, sightVersion } from './skill-sources.ts';
import { isEdited } from './skill-steps.ts';
import { skillTextProblems } from './skill-text.ts';

/** A skill in a list. */
export interface SkillRow {
  readonly skill: Skill;
  readonly project: string;
  readonly stale?: string;
}

/** The table of a list; the project is told where skills of several stand in it. */
export function skillTable(rows: readonly SkillRow[], tellsProject: boolean): Block {
  const head = [
    'skill',
    'source',
    'status',
    'role',
    'version',
    ...(tellsProject ? ['project'] : []),
    'what it is for',
  ];
  return {
    kind: 'table',
    head,
    rows: rows.map(({ skill, project, stale }) => [
      skill.id,
      skill.source,
      stale === undefined ? statusOf(skill) : `${statusOf(skill)}, stale`,
      skill.role,
      String(skill.version),
      ...(tellsProject ? [project] : []),
      quoteOf(skill.description, 80),
    ]),
  };
}

const statusOf = (skill: Skill): string =>
  skill.status === 'active' && proposedVersion(skill) ? 'active, one waits' : skill.status;

/** Why skills of a list are stale, one line each. */
export const staleItems = (rows: readonly SkillRow[]): Block[] =>
  rows.flatMap(({ skill, stale }): Block[] =>
    stale === undefined ? [] : [{ kind: 'item', text: `${skill.id} is stale: ${stale}`, tone: 'warn' }],
  );

const versionRow = ({
  version,
  action,
  outcome,
  decidedBy,
  at,
  sources,
  rationale,
}: SkillVersion): string[] => [
  String(version),
  action,
  outcome,
  decidedBy,
  dayOf(at),
  String(sources.length),
  rationale,
];

/** What a person wrote into SKILL.md and is no version yet, and what stands against it. */
function editItems(state: State, skill: Skill): Block[] {
  const text = state.documents.get(skillPath(skill.id));
  if (text === undefined || !isEdited(state, skill)) return [];
  const problems = skillTextProblems(text);
  if (problems.length === 0)
    return [{ kind: 'item', text: 'SKILL.md was edited: the next consolidation makes it a version.' }];
  return [
    {
      kind: 'item',
      text: `SKILL.md was edited, and is given to no agent: ${problems.join(', ')}`,
      detail: [`correct it, or hebb skill rollback ${skill.id} ${skill.version}`],
      tone: 'bad',
    },
  ];
}

const lineOf = (name: string, value: string): Block => ({ kind: 'line', text: `${name}: ${value}` });

/** What an end is called that lies behind a skill. */
const endNames: Readonly<Record<string, string>> = {
  active: 'last rejected',
  shadow: 'the version before was put aside',
};

/** Everything that is known of a skill; its text is the last block. */
export function skillBlocks(state: State, { skill, project, stale }: SkillRow): Block[] {
  const { id, source, status, role, ended } = skill;
  const memories = (currentVersion(skill)?.sources ?? []).map((one) => {
    const summary = state.memories.get(one)?.summary;
    return summary === undefined ? one : `${one}  ${quoteOf(summary, 100)}`;
  });
  const kinds = skill.patterns.flatMap((one) => state.patterns.get(one)?.label ?? []);
  return [
    { kind: 'title', text: `${id}  ${statusOf(skill)}` },
    lineOf('for', skill.description),
    lineOf('source', `${source}, role ${role}, ${project}`),
    ...(kinds.length > 0 ? [lineOf('kinds of work', kinds.join('; '))] : []),
    ...(ended ? [lineOf(endNames[status] ?? status, `${dayOf(ended.at)}, ${ended.reason}`)] : []),
    ...(stale === undefined ? [] : [{ kind: 'line', text: `stale: ${stale}`, tone: 'warn' } as const]),
    ...editItems(state, skill),
    { kind: 'heading', text: 'Versions' },
    {
      kind: 'table',
      head: ['version', 'what', 'outcome', 'by', 'on', 'sources', 'why'],
      rows: skill.versions.map(versionRow),
    },
    ...(memories.length > 0 ? [{ kind: 'item', text: 'Sources', detail: memories } as const] : []),
    { kind: 'heading', text: 'SKILL.md' },
    { kind: 'raw', text: state.documents.get(skillPath(id)) ?? '' },
  ];
}

/** A version that waits for a person. */
export interface WaitingVersion {
  readonly skill: Skill;
  readonly version: SkillVersion;
  readonly stale?: string;
}

/** Versions that wait, the oldest first: first ones, and patches of skills in use. */
export function waitingVersions(state: State, skills: readonly Skill[]): WaitingVersion[] {
  return skills
    .filter(({ status }) => status === 'candidate' || status === 'active')
    .flatMap((skill): WaitingVersion[] => {
      const version = proposedVersion(skill);
      if (!version) return [];
      const { stale } = sightVersion(state, version);
      return [stale === undefined ? { skill, version } : { skill, version, stale }];
    })
    .sort((a, b) => (a.version.at < b.version.at ? -1 : 1));
}

/** What waits, each with the commands that decide it. */
export const waitingItems = (waiting: readonly WaitingVersion[]): Block[] =>
  waiting.map(({ skill, version, stale }): Block => {
    const { id, description } = skill;
    const isFirst = skill.status === 'candidate';
    return {
      kind: 'item',
      text: isFirst
        ? `${id}, a new skill: ${quoteOf(description, 120)}`
        : `${id}, version ${version.version}`,
      detail: [
        `why: ${version.rationale}`,
        ...(stale === undefined ? [] : [`stale: ${stale}`]),
        `look: ${isFirst ? `hebb skill show ${id}` : `hebb skill diff ${id}`}`,
        `yes: hebb skill activate ${id}`,
        `no: hebb skill reject ${id} --reason "<why>"`,
      ],
    };
  });

/** A skill with its texts, as `--json` shows it. */
export const skillData = (state: State, { skill, project, stale }: SkillRow) => ({
  skill: toJson(skill),
  project,
  stale: stale ?? null,
  text: state.documents.get(skillPath(skill.id)) ?? '',
  edited: isEdited(state, skill),
});

/** A skill as a row, with what became of its sources. */
export function rowOf(state: State, skill: Skill, project: string): SkillRow {
  const { stale } = sightSources(state, skill);
  return stale === undefined ? { skill, project } : { skill, project, stale };
}

/** The text of a version; undefined when it is gone. */
export const textOfVersion = ({ documents }: State, { id }: Skill, version: number): string | undefined =>
  documents.get(versionPath(id, version));
