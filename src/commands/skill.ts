import { fail, HebbError } from '../domain/failure.ts';
import type { Command } from './command.ts';

/** What `hebb skill` does, by name; each is loaded when it is asked for. */
const operations: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import('./skill-list.ts')).listSkills,
  show: async () => (await import('./skill-show.ts')).showSkill,
  search: async () => (await import('./skill-search.ts')).searchForSkills,
  fetch: async () => (await import('./skill-fetch.ts')).fetchOneSkill,
  review: async () => (await import('./skill-review.ts')).reviewSkills,
  readiness: async () => (await import('./skill-readiness.ts')).readinessOfSkill,
  measure: async () => (await import('./skill-measure.ts')).measureOneSkill,
  activate: async () => step('activate'),
  reject: async () => step('reject'),
  demote: async () => step('demote'),
  retire: async () => step('retire'),
  rollback: async () => step('rollback'),
  diff: async () => (await import('./skill-diff.ts')).diffSkill,
  lint: async () => {
    const { lintSkills } = await import('./skill-lint.ts');
    return ({ args, host }) => lintSkills(args.slice(1), host.cwd);
  },
  import: async () => (await import('./skill-import.ts')).importSkills,
  export: async () => (await import('./skill-export.ts')).exportSkills,
};

async function step(name: 'activate' | 'reject' | 'demote' | 'retire' | 'rollback'): Promise<Command> {
  const { stepSkill } = await import('./skill-status.ts');
  return (input) => stepSkill(input, name);
}

/** `hebb skill <op>`: the procedures that were compiled from learnings, or taken in. */
export const run: Command = async (input) => {
  const [op = ''] = input.args;
  const load = Object.hasOwn(operations, op) ? operations[op] : undefined;
  if (load) return (await load())(input);
  const known = Object.keys(operations).join(', ');
  throw new HebbError(
    fail('usage.skill', `skill ${op}: not one of ${known}`, 'hebb skill --help').failure,
    2,
  );
};
