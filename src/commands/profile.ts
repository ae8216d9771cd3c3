import { fail, HebbError, unwrap } from '../domain/failure.ts';
import { compact, toJson } from '../domain/json.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { Report } from '../domain/report.ts';
import type { State } from '../domain/state.ts';
import { changeItems, dryLine } from '../pipeline/memory-blocks.ts';
import { historyBlocks, profileBlocks, showProfile } from '../pipeline/profile-blocks.ts';
import { planProfileEdits } from '../pipeline/profile-edits.ts';
import { profileIdOf, profileUsers } from '../pipeline/profile-facts.ts';
import { unsafeRules } from '../pipeline/profile-order.ts';
import { planProfileRollback } from '../pipeline/profile-rollback.ts';
import { identifyUser, userKey } from '../sources/project.ts';
import type { Store } from '../store/store.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';
import { finderOf, findHere } from './here.ts';

const usage = (message: string): HebbError =>
  new HebbError(fail('usage.profile', message, 'hebb profile --help').failure, 2);

/** Whose profile is meant: `--user` by name, e-mail or the beginning of the id, else the person who asks. */
async function userOf(input: CommandInput, store: Store): Promise<string> {
  const called = textOption(input.options, 'user')?.trim();
  if (!called) return (await findHere(input, finderOf(input, store))).place.user;
  const known = profileUsers(store.state());
  const begun = known.filter((user) => user === called || (called.length >= 6 && user.startsWith(called)));
  const [only] = begun;
  if (only !== undefined && begun.length === 1) return only;
  const named = userKey(await identifyUser({ ...input.host.vars, HEBB_USER: called }, input.host.cwd));
  if (known.includes(named)) return named;
  throw fail(
    'profile.user',
    `nobody here is called ${called}`,
    'give the name or e-mail under which they use hebb',
  );
}

async function show(input: CommandInput): Promise<Report> {
  const store = await input.door.read();
  const user = await userOf(input, store);
  const policy = store.policy().profile;
  const shown = showProfile(store.state(), user, { policy, now: input.host.now() });
  return { exit: 0, human: profileBlocks(shown, policy), data: { profile: toJson(shown) } };
}

async function history(input: CommandInput): Promise<Report> {
  const store = await input.door.read();
  const user = await userOf(input, store);
  const profile = store.state().profiles.get(profileIdOf(user));
  const data = { user, version: profile?.version ?? 0, versions: toJson(profile?.versions ?? []) };
  return { exit: 0, human: historyBlocks(profile), data };
}

function versionIn([, given]: readonly string[]): number | undefined {
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw usage(`profile rollback ${given}: not the number of a version`);
}

/** What a person wrote meanwhile is a version first, so that going back loses none of it. */
async function rollback(input: CommandInput): Promise<Report> {
  const to = versionIn(input.args);
  const store = await input.door.write();
  const user = await userOf(input, store);
  const [now, group] = [input.host.now(), store.newGroup()];
  const changes: Change[] = [];
  const commit = (plan: (state: State) => Plan): void => {
    const operation = store.commit({ command: 'profile rollback', group, plan });
    changes.push(...(operation?.changes ?? []));
  };
  commit((state) => planProfileEdits(state, unsafeRules, now));
  commit((state) => unwrap(planProfileRollback(state, compact({ user, to, now }))));
  const dry = hasFlag(input.options, 'dryRun');
  const said = changes.length === 0 ? 'That is the version in use.' : (changes.at(-1)?.reason.text ?? '');
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), { kind: 'line', text: said, tone: 'good' }, ...changeItems(changes)],
    data: { changes: toJson(changes), dryRun: dry },
  };
}

/** `hebb profile show` says what hebb adapts to, and why; `history` lists its versions; `rollback [version]` goes back. */
export const run: Command = async (input) => {
  const [op = 'show'] = input.args;
  if (op === 'rollback') return rollback(input);
  if (input.args.length <= 1 && op === 'show') return show(input);
  if (input.args.length <= 1 && op === 'history') return history(input);
  throw usage(`profile ${input.args.join(' ')}: not show, history or rollback [version]`);
};
