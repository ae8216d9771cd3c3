import type { Skill, SkillVersion } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { dayOf } from '../domain/time.ts';
import { skillPath } from './plan-skill-version.ts';
import type { View } from './render-template.ts';
import { currentVersion, sightSources } from './skill-sources.ts';

/** What uses and trials say of a skill, a sentence each; by slug. */
export type SkillProofs = ReadonlyMap<string, readonly string[]>;

/** The order of statuses on the page: what is in use first, what was put aside last. */
const order: readonly Skill['status'][] = [
  'active',
  'shadow',
  'candidate',
  'deprecated',
  'demoted',
  'retired',
  'rejected',
];

const toneOf = ({ status }: Skill): string =>
  status === 'active' ? 'good' : status === 'shadow' ? '' : 'warn';

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function aboutOf(skill: Skill, projectName: (id: string) => string, stale: string | undefined): string {
  const { source, role, version, activatedAt, baseline, ended } = skill;
  return [
    `From ${source}, for ${projectName(skill.project)}, role ${role}, version ${version}.`,
    ...(activatedAt === undefined ? [] : [`In use since ${dayOf(activatedAt)}.`]),
    ...(baseline
      ? [`At activation ${percent(baseline.successRate)} of ${baseline.executions} runs succeeded.`]
      : []),
    ...(stale === undefined ? [] : [`Stale: ${stale}.`]),
    ...(ended ? [`Put aside on ${dayOf(ended.at)}: ${ended.reason}.`] : []),
  ].join(' ');
}

/** What the live version cites: the text of a learning, or that it is a run. */
function sourceItems({ memories }: State, skill: Skill): string[] {
  const current = currentVersion(skill);
  const labels = new Map(Object.entries(current?.citations ?? {}).map(([label, id]) => [id, label]));
  return (current?.sources ?? []).map((id) => {
    const label = labels.get(id);
    const text = memories.get(id)?.summary ?? (id.startsWith('w-') ? `run ${id}` : `${id}, forgotten since`);
    return label === undefined ? text : `[${label}] ${text}`;
  });
}

const versionView = ({ version, action, at, outcome, rationale }: SkillVersion): View => ({
  number: String(version),
  action,
  day: dayOf(at),
  outcome,
  rationale,
});

/** Every skill with what stands behind it. */
export function skillViews(state: State, projectName: (id: string) => string, proofs: SkillProofs): View[] {
  return [...state.skills.values()]
    .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status) || (a.id < b.id ? -1 : 1))
    .map((skill) => {
      const items = [...(proofs.get(skill.id) ?? []), ...sourceItems(state, skill)];
      return {
        slug: skill.id,
        status: skill.status,
        tone: toneOf(skill),
        description: skill.description,
        about: aboutOf(skill, projectName, sightSources(state, skill).stale),
        evidence: items.length > 0 ? [{ items: items.map((text) => ({ text })) }] : [],
        versions: [...skill.versions].reverse().map(versionView),
        text: state.documents.get(skillPath(skill.id)) ?? 'No text: no version was taken into use.',
      };
    });
}
