import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { Host } from '../domain/host.ts';
import { isLiveSkill, type Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { parseSkill } from '../pipeline/parse-skill.ts';
import type { MissingCommands } from '../pipeline/plan-deprecate.ts';
import { declaredTools, isThere } from '../pipeline/skill-commands.ts';
import { usableText } from '../pipeline/skill-text.ts';
import type { Store } from '../store/store.ts';
import { machineEvidence } from './skill-evidence.ts';

/** The machine, as far as skills look for their commands on it. */
export interface Machine {
  readonly store: Store;
  readonly host: Pick<Host, 'vars'>;
}

const foldersOf = ({ vars }: Pick<Host, 'vars'>): string[] =>
  (vars.PATH ?? '').split(delimiter).filter((folder) => folder !== '');

/** Of the commands that the text of a skill declares those that this machine has now. */
export function commandsFound(machine: Machine, skill: Pick<Skill, 'project'>, text: string): string[] {
  const names = declaredTools(parseSkill(text).document?.metadata ?? {});
  return namesFound(machine, skill.project, names);
}

function namesFound(machine: Machine, project: string, names: readonly string[]): string[] {
  const evidence = machineEvidence(machine, project, names);
  return names.filter((name) => isThere(name, evidence));
}

/** Remembers where one looks for programs here. A shell with another PATH, as a schedule has, is then known to be one. */
export function rememberSearchPath({ store, host }: Machine): void {
  const folders = foldersOf(host);
  if (store.home().searchPath?.join(delimiter) === folders.join(delimiter)) return;
  store.updateHome((home) => ({ ...home, searchPath: folders }));
}

/** Whether one looks now wherever one looked at activation: what a shorter PATH does not show is not gone. */
function isComparable({ store, host }: Machine): boolean {
  const known = store.home().searchPath;
  const now = new Set(foldersOf(host));
  return known?.every((folder) => now.has(folder) || !existsSync(folder)) ?? false;
}

/** Scripts and files of a project are gone when the project is there without them, not when it lies elsewhere today. */
const isReachable = ({ store }: Machine, { project }: Skill): boolean => {
  const paths = store.home().projects[project]?.paths ?? [];
  return paths.length === 0 || paths.some((path) => existsSync(path));
};

/** What skills in use name, was found on this machine at their activation, and is not found now. */
export function missingCommands(machine: Machine, state: State): MissingCommands {
  if (!isComparable(machine)) return new Map();
  const { machineId } = machine.store.home();
  const isJudged = (skill: Skill): boolean =>
    isLiveSkill(skill) && skill.baseline?.machine === machineId && isReachable(machine, skill);
  return new Map(
    [...state.skills.values()].filter(isJudged).flatMap((skill) => {
      const gone = goneOf(machine, state, skill);
      return gone.length > 0 ? [[skill.id, gone] as const] : [];
    }),
  );
}

/** Only what the text still names: a person may have edited it. */
function goneOf(machine: Machine, state: State, skill: Skill): string[] {
  const text = usableText(state, skill) ?? '';
  const named = new Set(declaredTools(parseSkill(text).document?.metadata ?? {}));
  const known = (skill.baseline?.commands ?? []).filter((name) => named.has(name));
  const found = new Set(namesFound(machine, skill.project, known));
  return known.filter((name) => !found.has(name));
}
