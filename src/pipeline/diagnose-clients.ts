import type { ClientSight, Finding, Sight } from '../domain/diagnosis.ts';
import { dayOf } from '../domain/time.ts';

type Told = Omit<Finding, 'severity' | 'code' | 'fixable'>;

const warning = (code: string, told: Told): Finding => ({
  code,
  severity: 'warning',
  fixable: false,
  ...told,
});
const error = (code: string, told: Told): Finding => ({ code, severity: 'error', fixable: false, ...told });

const install = ({ client }: ClientSight): string => `hebb init --client ${client}`;
const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** What is wrong with hebb in the clients of this machine: hooks that are gone, cannot run, are not run, or say nothing. */
export const clientFindings = ({
  clients,
  captureGapDays,
}: Pick<Sight, 'clients' | 'captureGapDays'>): Finding[] =>
  clients.flatMap((sight) => [
    ...fileFindings(sight),
    ...trustFindings(sight),
    ...silence(sight, captureGapDays),
  ]);

function fileFindings(sight: ClientSight): Finding[] {
  const { title, file, problem, isInstalled, wasInstalled, lost, otherHomes } = sight;
  const findings: (Finding | false)[] = [
    problem !== undefined &&
      wasInstalled &&
      error('hooks', { what: `${title}: ${problem}`, where: file, fix: 'mend the file, then hebb doctor' }),
    problem === undefined &&
      !isInstalled &&
      wasInstalled &&
      warning('hooks', { what: `${title}: hebb's hooks are gone`, where: file, fix: install(sight) }),
    lost.length > 0 &&
      error('program', {
        what: `${title}: its hooks start or fill what is not there`,
        where: lost.join(', '),
        fix: install(sight),
      }),
    otherHomes.length > 0 &&
      warning('other-home', {
        what: `${title}: its hooks work on another home`,
        where: otherHomes.join(', '),
        fix: `${install(sight)}, or set HEBB_HOME to that home`,
      }),
  ];
  return findings.filter((one) => one !== false);
}

function trustFindings({ title, file, trust }: ClientSight): Finding[] {
  const { untrusted, changed, off } = trust;
  const parts = [
    ...(untrusted > 0 ? [`${many(untrusted, 'hook')} not accepted yet`] : []),
    ...(changed > 0 ? [`${many(changed, 'hook')} not as accepted`] : []),
    ...(off > 0 ? [`${many(off, 'hook')} turned off`] : []),
  ];
  if (parts.length === 0) return [];
  return [
    warning('trust', {
      what: `${title} does not run them: ${parts.join(', ')}`,
      where: file,
      fix: `type /hooks in ${title} and accept those of hebb`,
    }),
  ];
}

const isTrusted = ({ trust }: ClientSight): boolean => trust.untrusted + trust.changed + trust.off === 0;

/** Sessions went on and nothing came: capture may be off for weeks before anybody misses it. */
function silence(sight: ClientSight, gapDays: number): Finding[] {
  const { client, title, isInstalled, problem, sessions, silentDays, eventAt } = sight;
  const isSilent = isInstalled && sessions.count > 0 && silentDays >= gapDays;
  if (!isSilent || problem !== undefined || !isTrusted(sight)) return [];
  const since = eventAt === undefined ? 'nothing ever came' : `nothing came since ${dayOf(eventAt)}`;
  return [
    warning('capture', {
      what: `${title}: ${since}, though ${many(sessions.count, 'session')} went on for ${Math.floor(silentDays)} days`,
      where: client,
      fix: `${install(sight)}, then start it anew; hebb capture --drain tells of payloads that wait`,
    }),
  ];
}
