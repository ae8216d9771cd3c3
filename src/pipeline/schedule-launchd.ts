import template from '../../launchd/com.hebb.auto-consolidate.plist';
import {
  fillTemplate,
  logPathOf,
  type ScheduleFile,
  type ScheduleJob,
  type SchedulePlace,
} from './schedule-files.ts';

/** Labels of the agents, by the run. */
export const launchdLabels = { weekly: 'com.hebb.auto-consolidate', nightly: 'com.hebb.nightly' } as const;

/** Path of an agent's file. */
export const launchdPath = (userHome: string, name: ScheduleJob['name']): string =>
  `${userHome}/Library/LaunchAgents/${launchdLabels[name]}.plist`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text as XML holds it. */
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const escaped = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : escapeXml(text);

/** Puts a time in the place of the template's. Every night is any day: the key goes. */
function withTime(text: string, { weekday, hour, minute }: ScheduleJob['time']): string {
  const put = (from: string, key: string, value: number): string =>
    from.replace(new RegExp(`(<key>${key}</key> <integer>)\\d+`), (_, before: string) => `${before}${value}`);
  const timed = put(put(text, 'Hour', hour), 'Minute', minute);
  return weekday === undefined
    ? timed.replace(/ *<key>Weekday<\/key>.*\n/, '')
    : put(timed, 'Weekday', weekday);
}

/** The launchd agent of a run. */
export function launchdFile(place: SchedulePlace, job: ScheduleJob): ScheduleFile {
  const flags = job.flags.map((flag) => `<string>${flag}</string>`).join('\n    ');
  const own = withTime(template, job.time)
    .replace(launchdLabels.weekly, launchdLabels[job.name])
    .replace('<string>--quiet</string>', flags);
  const text = fillTemplate(own, {
    NODE: escaped(place.node),
    SCRIPT: escaped(place.script),
    PATH: escaped(place.path),
    HOME: escaped(place.userHome),
    HEBB_HOME: escaped(place.hebbHome),
    HEBB_USER: escaped(place.hebbUser),
    LOG: escaped(logPathOf(place)),
  });
  return { path: launchdPath(place.userHome, job.name), text };
}
