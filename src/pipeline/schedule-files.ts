import words from '../../templates/schedule/words.yaml';
import { isDict, stringAt } from '../domain/json.ts';
import type { ClockTime, Schedule } from '../domain/schedule.ts';

/** A file that a scheduler reads. */
export interface ScheduleFile {
  readonly path: string;
  readonly text: string;
}

/** Where hebb lies, as a scheduler has to be told: it knows nothing of a login shell. */
export interface SchedulePlace {
  /** Absolute paths. */
  readonly node: string;
  readonly script: string;
  readonly userHome: string;
  /** Folder of the home. */
  readonly home: string;
  /** Folders of programs, joined by colons. */
  readonly path: string;
  /** As the environment sets them; absent where it does not. */
  readonly hebbHome?: string;
  readonly hebbUser?: string;
}

/** One run of a schedule: its name, when, and with which flags. */
export interface ScheduleJob {
  readonly name: 'weekly' | 'nightly';
  readonly time: ClockTime & { readonly weekday?: number };
  readonly flags: readonly string[];
  /** What it is, for people who list what their machine runs. */
  readonly description: string;
}

const describe = (name: string): string => (isDict(words) ? stringAt(words, name) : undefined) ?? name;

/** The runs of a schedule, the weekly one first. */
export function jobsOf({ weekly, nightly }: Schedule): ScheduleJob[] {
  const whole: ScheduleJob = {
    name: 'weekly',
    time: weekly,
    flags: ['--quiet'],
    description: describe('weekly'),
  };
  if (nightly === undefined) return [whole];
  const flags = ['--nightly', '--quiet'];
  return [whole, { name: 'nightly', time: nightly, flags, description: describe('nightly') }];
}

/** Where the output of runs goes that no journal of the system takes: one line a run, and what went wrong. */
export const logPathOf = ({ home }: Pick<SchedulePlace, 'home'>): string => `${home}/schedule.log`;

/** Fills `__NAME__` in a template; a line whose value is absent is left out. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | undefined>>): string {
  const names = (line: string): string[] =>
    [...line.matchAll(/__([A-Z_]+?)__/g)].map(([, name = '']) => name);
  return template
    .split('\n')
    .filter((line) => names(line).every((name) => !(name in values) || values[name] !== undefined))
    .map((line) => line.replace(/__([A-Z_]+?)__/g, (whole, name: string) => values[name] ?? whole))
    .join('\n');
}
