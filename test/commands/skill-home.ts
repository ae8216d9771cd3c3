import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from '../../src/commands/command.ts';
import { run as skillCommand } from '../../src/commands/skill.ts';
import { toJson } from '../../src/domain/json.ts';
import type { Change } from '../../src/domain/plan.ts';
import { type Collection, targetOf } from '../../src/domain/state.ts';
import { type Held, stateWith } from '../pipeline/skill-samples.ts';
import { copyFolder, type HostFields, makeFolder, openHome } from '../support/home.ts';
import { callCommand } from './call-command.ts';

const reason = { rule: 'test.seed', text: 'It is there from the start.', evidence: [], numbers: {} };

/** A person's folder with a home, and the projects `shop` and `other` in it, whose ids are `p` and `q`. */
export interface SkillHome {
  readonly home: string;
  readonly userHome: string;
  readonly shop: string;
}

/** Commits records and texts as they are. */
async function seedSkills(home: string, held: Held): Promise<string> {
  const state = stateWith(held);
  const store = await openHome({ home, write: true });
  const table = (name: Collection & ('memories' | 'patterns' | 'skills')): Change[] =>
    [...state[name].values()].map((record) => ({
      target: targetOf(name, record.id),
      before: null,
      after: toJson(record),
      reason,
    }));
  const texts = [...state.documents].map(([path, after]) => ({
    target: targetOf('documents', path),
    before: null,
    after,
    reason,
  }));
  const changes = [...table('memories'), ...table('patterns'), ...table('skills'), ...texts];
  store.commit({ command: 'seed', plan: () => ({ command: 'seed', changes }) });
  store.publish();
  return home;
}

const made = new Map<Held, Promise<string>>();
const nothing: Held = {};

/** A home with these skills; the same ones are committed once and copied. */
export async function makeSkillHome(held: Held = nothing): Promise<SkillHome> {
  const seeded = made.get(held) ?? seedSkills(join(makeFolder(), 'home'), held);
  made.set(held, seeded);
  const userHome = makeFolder();
  const [shop, other] = [join(userHome, 'shop'), join(userHome, 'other')];
  for (const folder of [shop, other]) mkdirSync(folder);
  const home = copyFolder(await seeded, join(userHome, '.hebb'));
  const store = await openHome({ home, write: true });
  store.updateHome((state) => ({
    ...state,
    projects: {
      p: { name: 'shop', paths: [shop], aliases: [] },
      q: { name: 'other', paths: [other], aliases: [] },
    },
  }));
  return { home, shop, userHome };
}

/** The host of a command that is run in the project; that the person is named saves asking git. */
export const fieldsIn = ({ home, shop, userHome }: SkillHome): HostFields => ({
  home,
  cwd: shop,
  userHome,
  vars: { HEBB_USER: 'ada' },
});

/** Calls `hebb skill` for the project `shop`, as the program does. */
export const skillIn = (
  place: SkillHome,
  args: readonly string[],
  options: Options = {},
  fields: Partial<HostFields> = {},
) =>
  callCommand(
    skillCommand,
    { args, options: { project: 'p', ...options } },
    { ...fieldsIn(place), ...fields },
  );
