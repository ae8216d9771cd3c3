import { spawn } from 'node:child_process';
import { simpleGit } from 'simple-git';
import { fail, type HebbError } from '../domain/failure.ts';

/** Environment variables, as the process was given them. */
export type Vars = Readonly<Record<string, string | undefined>>;

/** Where git runs. */
export interface GitPlace {
  readonly cwd: string;
  readonly vars: Vars;
}

/** Which files of settings apply is the user's choice; every other GIT_* variable (set inside hooks, for instance) would mislead us. */
const KEPT = ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'];

/**
 * Nothing that a repository configures may run a program or reach the network: no fsmonitor, no signature check by its gpg
 * program, no lazy fetch in a partial clone (git before 2.45 does not know GIT_NO_LAZY_FETCH: there no protocol is allowed).
 */
const FIXED = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
  // Else git writes, and we wake, once a commit.
  GIT_FLUSH: '0',
};

const CONFIG = ['core.fsmonitor=false', 'log.showSignature=false', 'log.showRoot=true', 'color.ui=false'];

/** Programs that git could be told to start; simple-git refuses to run beside them, and no question of ours needs one. */
const PROGRAMS = ['EDITOR', 'VISUAL', 'PAGER', 'SSH_ASKPASS', 'PREFIX'];

/** simple-git reads names without regard to case. */
const isPassedOn = (key: string): boolean =>
  /^git_/i.test(key) ? KEPT.includes(key) : !PROGRAMS.includes(key.toUpperCase());

function gitEnvironment(vars: Vars): Record<string, string> {
  const kept = Object.entries(vars).filter(([key]) => isPassedOn(key));
  const known = kept.filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { ...Object.fromEntries(known), ...FIXED };
}

/** The failure behind what git printed, in words that say what to do next. */
export function explainGit(output: string, cwd: string): HebbError {
  if (/\bENOENT\b/.test(output))
    return fail('git-missing', 'git was not found', 'install git, or put it on the PATH');
  if (/dubious ownership/.test(output))
    return fail(
      'git-owner',
      `${cwd} belongs to another user, so git refuses to read it`,
      'git config --global --add safe.directory <folder>',
    );
  if (/not a git repository/i.test(output))
    return fail(
      'git-not-a-repository',
      `${cwd} is not in a git repository`,
      'name a repository: hebb extract-git <folder>',
    );
  const line = output.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  return fail('git-failed', `git failed in ${cwd}: ${line}`, `run git -C ${cwd} fsck, then try again`);
}

/** What git prints for a small question. Throws the explained failure when git answers with an error. */
export async function askGit(place: GitPlace, args: readonly string[]): Promise<string> {
  try {
    const env = gitEnvironment(place.vars);
    const git = simpleGit({
      baseDir: place.cwd,
      config: CONFIG,
      timeout: { block: 30_000 },
      unsafe: { allowUnsafeFsMonitor: true, allowUnsafeProtocolOverride: true, allowUnsafeConfigPaths: true },
      allowEnvironment: Object.keys(env),
    });
    return await git.env(env).raw('--no-pager', ...args);
  } catch (error) {
    throw explainGit(error instanceof Error ? error.message : String(error), place.cwd);
  }
}

/** As `askGit`, with undefined where git answers with an error. */
export async function tryGit(place: GitPlace, args: readonly string[]): Promise<string | undefined> {
  try {
    return await askGit(place, args);
  } catch {
    return undefined;
  }
}

/** What git prints, chunk by chunk; the child is ended when the reader stops early. Throws the explained failure at the end. */
export async function* streamGit(place: GitPlace, args: readonly string[]): AsyncGenerator<Buffer> {
  const settings = CONFIG.flatMap((setting) => ['-c', setting]);
  const child = spawn('git', ['--no-pager', ...settings, ...args], {
    cwd: place.cwd,
    env: gitEnvironment(place.vars),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (errors.length < 4_000) errors += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      errors += error.message;
      resolve(-1);
    });
    child.once('close', resolve);
  });
  try {
    for await (const chunk of child.stdout) yield chunk;
    if ((await ended) !== 0) throw explainGit(errors, place.cwd);
  } finally {
    if (child.exitCode === null) child.kill();
  }
}
