import type { Facts } from '../../commands/dashboard-facts.ts';
import { toJson } from '../../domain/json.ts';
import { everyProject, proposedVersion, type Skill, skillStatuses } from '../../domain/skill.ts';
import { shortId } from '../../pipeline/memory-blocks.ts';
import { type SkillRow, skillData, rowOf as skillRowOf } from '../../pipeline/skill-blocks.ts';
import { type Action, callOf } from '../call.ts';
import { hasWords, isFacet, parseFilter } from '../filter.ts';
import { bold, dim, fill, type Line, line, toned } from '../line.ts';
import type { Listing } from '../listing.ts';
import { skillDetail, trialText } from './skill-detail.ts';

const waits = (skill: Skill): boolean => skill.status === 'candidate' || proposedVersion(skill) !== undefined;

/** Name of the project of a skill, for people. */
const projectOf = ({ project }: Skill, { projects }: Facts): string =>
  project === everyProject ? 'every project' : (projects[project] ?? shortId(project));

/** The life of a skill as a list is read: what waits for a person first, what is over last. */
const rank = (skill: Skill): number => (waits(skill) ? -1 : skillStatuses.indexOf(skill.status));

/** Skills in the order of the list. */
export const skillsIn = (facts: Facts): SkillRow[] =>
  [...facts.state.skills.values()]
    .sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
    .map((skill) => skillRowOf(facts.state, skill, projectOf(skill, facts)));

/** Skills of which a version waits for a yes. */
export const waitingSkills = (facts: Facts): Skill[] => [...facts.state.skills.values()].filter(waits);

/** A skill's standing in one word. */
function badgeOf({ skill, stale }: SkillRow) {
  if (waits(skill)) return toned('warn', fill('waits', 10));
  if (stale !== undefined) return toned('warn', fill('stale', 10));
  const text = fill(skill.status === 'shadow' ? 'on trial' : skill.status, 10);
  return skill.status === 'active' ? toned('good', text) : skill.status === 'shadow' ? text : dim(text);
}

function rowLine(row: SkillRow, facts: Facts, columns: number): Line {
  const { skill } = row;
  const role = columns >= 64 ? dim(` ${fill(skill.role, 9)}`) : '';
  const trial = trialText(skill, facts);
  return line(
    badgeOf(row),
    ' ',
    bold(fill(skill.id, 24)),
    role,
    ` v${skill.version}  `,
    trial === '' ? skill.description : `${trial}  `,
    trial === '' ? '' : dim(skill.description),
  );
}

const reason = (op: string): Action['need'] => ({ kind: 'line', question: `Why ${op}?`, option: 'reason' });

/** What a person may do to a skill as it stands. */
function actionsOf(skill: Skill): Action[] {
  const call = (op: string, options: Action['call']['options'] = {}) =>
    callOf('skill', [op, skill.id], options);
  const end = (key: string, op: string): Action => {
    const need = reason(op);
    return { key, label: op, call: call(op), ...(need ? { need } : {}) };
  };
  const isOpen = skill.status === 'candidate' || skill.status === 'shadow' || waits(skill);
  const isUsed = skill.status === 'active' || skill.status === 'deprecated';
  return [
    ...(skill.status === 'active' && !waits(skill)
      ? []
      : [{ key: 'a', label: 'activate', call: call('activate', { role: 'user' }) }]),
    { key: 'D', label: 'as developer', call: call('activate', { role: 'developer' }) },
    ...(isOpen ? [end('x', 'reject')] : []),
    ...(isUsed || skill.status === 'shadow' ? [end('d', 'demote')] : []),
    ...(skill.status === 'retired' || skill.status === 'rejected' ? [] : [end('t', 'retire')]),
    ...(skill.versions.length > 1 ? [{ key: 'b', label: 'roll back', call: call('rollback') }] : []),
  ];
}

/** **4 Skills**: procedures by where they stand, with their text, versions and proof. */
export function skillsListing(facts: Facts, typed: string): Listing {
  const filter = parseFilter(typed, ['status', 'project']);
  const all = skillsIn(facts);
  const isShown = ({ skill, project }: SkillRow): boolean =>
    isFacet(filter, 'status', skill.status) &&
    isFacet(filter, 'project', project) &&
    hasWords(`${skill.id} ${skill.description}`.toLowerCase(), filter);
  const shown = new Map(all.filter(isShown).map((row) => [row.skill.id, row]));
  return {
    ids: [...shown.keys()],
    total: all.length,
    title: `${shown.size === 1 ? 'skill' : 'skills'}, what waits first`,
    row: (id, columns) => {
      const row = shown.get(id);
      return row ? rowLine(row, facts, columns) : line();
    },
    detail: (id, columns) => {
      const row = shown.get(id);
      return row ? skillDetail(row, facts, columns) : [];
    },
    actions: (id) => {
      const row = shown.get(id);
      return row ? actionsOf(row.skill) : [];
    },
    facets: [
      {
        key: 's',
        name: 'status',
        values: skillStatuses.filter((status) => all.some(({ skill }) => skill.status === status)),
      },
    ],
    empty:
      all.length > 0
        ? ['No skill fits the filter.', 'Esc takes it away.']
        : [
            'No skills yet.',
            'hebb consolidate --skills writes them from what was learned; hebb skill import takes others.',
          ],
    data: () => toJson([...shown.values()].map((row) => skillData(facts.state, row))),
  };
}
