import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './home.ts';

/** What stands for the schedulers of a machine: tools of a test, and what they were told. */
export interface SchedulerTools {
  /** To be laid over the environment: PATH holds these tools and nothing else. */
  readonly vars: Readonly<Record<string, string>>;
  /** The crontab; undefined where there is none. */
  crontab(): string | undefined;
  setCrontab(text: string): void;
  /** Every call that would have changed something, in order. */
  calls(): string[];
  /** From now on a tool refuses calls that hold this word. */
  refuse(word: string): void;
}

const crontabTool = `#!/bin/sh
case "$1" in
  -l) [ -e "$TOOLS/crontab.txt" ] || { echo 'no crontab for ada' >&2; exit 1; }; /bin/cat "$TOOLS/crontab.txt" ;;
  -r) /bin/rm "$TOOLS/crontab.txt" ;;
  -) /bin/cat >"$TOOLS/crontab.txt" ;;
esac
`;

const recordingTool = (name: string): string => `#!/bin/sh
case "$*" in *show-environment* | *is-enabled*) ;; *) echo "${name} $*" >>"$TOOLS/calls" ;; esac
[ -e "$TOOLS/refused" ] || exit 0
case "$*" in *"$(/bin/cat "$TOOLS/refused")"*) echo 'not today' >&2; exit 1 ;; esac
`;

/** A machine that has these tools, among them at least an unusable folder in PATH. */
export function createTools(names: readonly ('crontab' | 'systemctl' | 'launchctl')[]): SchedulerTools {
  const folder = makeFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of names) {
    writeFileSync(join(bin, name), name === 'crontab' ? crontabTool : recordingTool(name));
    chmodSync(join(bin, name), 0o755);
  }
  const at = (name: string): string => join(folder, name);
  const read = (name: string): string | undefined =>
    existsSync(at(name)) ? readFileSync(at(name), 'latin1') : undefined;
  return {
    vars: { PATH: `relative:/nonexistent:${bin}`, TOOLS: folder },
    crontab: () => read('crontab.txt'),
    setCrontab: (text) => writeFileSync(at('crontab.txt'), text, 'latin1'),
    calls: () => (read('calls') ?? '').split('\n').filter((line) => line !== ''),
    refuse: (word) => writeFileSync(at('refused'), word),
  };
}
