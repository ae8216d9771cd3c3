import type { SchedulePlace } from '../../src/pipeline/schedule-files.ts';

/** Names of folders that mean something to XML, sh, cron or systemd. */
export const folderNames = [
  'plain',
  'with space',
  'R&D <new>',
  'cost $HOME 100%n',
  `it's "quoted"`,
  'Zoë 工作 🧠',
  '50% $HOME $(id) \\n `id`',
  '__HEBB_HOME__',
  '%h %% \\',
] as const;

/** A place whose every path lies in a folder. */
export const placeUnder = (folder: string): SchedulePlace => ({
  node: `${folder}/node`,
  script: `${folder}/hebb.js`,
  userHome: folder,
  home: `${folder}/.hebb`,
  path: `${folder}/bin:/usr/bin`,
  hebbHome: `${folder}/.hebb`,
  hebbUser: folder,
});
