import type { Finding, Sight } from '../domain/diagnosis.ts';
import { dayOf } from '../domain/time.ts';

const warning = (code: string, told: Pick<Finding, 'what' | 'where' | 'fix'>): Finding => ({
  code,
  severity: 'warning',
  fixable: false,
  ...told,
});

/** What is wrong around a home: with its schedule, with projects that cannot be found, with exported blocks, with how it is named. */
export function placeFindings({ schedule, unreachable, blocks, relativeHome }: Sight): Finding[] {
  const { problems, missedAt } = schedule;
  const memories = unreachable.reduce((sum, one) => sum + one.memories, 0);
  const findings: (Finding | false)[] = [
    problems.length > 0 &&
      warning('schedule', {
        what: problems.join('; '),
        where: schedule.text ?? 'the schedule',
        fix: 'hebb schedule install',
      }),
    missedAt !== undefined &&
      warning('missed', {
        what: `the run of ${dayOf(missedAt)} has not happened`,
        where: schedule.text ?? 'the schedule',
        fix: 'hebb auto-consolidate, then hebb schedule status',
      }),
    memories > 0 &&
      warning('projects', {
        what: `${memories} memories belong to projects that this home cannot find`,
        where: unreachable.map(({ project }) => project).join(', '),
        fix: 'run hebb status once in the folder of each, or hebb list --project <id>',
      }),
    blocks.length > 0 &&
      warning('blocks', {
        what: 'exported blocks cannot be renewed',
        where: blocks.join('; '),
        fix: 'mend the marks by hand, or take out what is between them',
      }),
    relativeHome !== undefined &&
      warning('home', {
        what: `HEBB_HOME is ${relativeHome}: another home in every working folder`,
        where: 'HEBB_HOME',
        fix: 'set it to an absolute path',
      }),
  ];
  return findings.filter((one) => one !== false);
}
