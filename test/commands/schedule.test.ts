import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'plist';
import { describe, expect, it } from 'vitest';
import { snapshot } from '../support/home.ts';
import { createDesk, type Desk, jsonIn, runIn } from '../support/program.ts';
import { createTools, type SchedulerTools } from '../support/scheduler-tools.ts';

const now = new Date(2026, 10, 4, 9).toISOString();

/** A machine with tools, and hebb called on it. */
function machine(names: Parameters<typeof createTools>[0]) {
  const [desk, tools] = [createDesk(), createTools(names)];
  const program = { node: join(desk.userHome, 'node'), script: join(desk.userHome, 'hebb.js') };
  for (const path of Object.values(program)) writeFileSync(path, '');
  const options = { now, vars: tools.vars, host: { program } };
  return {
    desk,
    tools,
    program,
    schedule: (...args: string[]) => runIn(desk, ['schedule', ...args], options),
    ask: (...args: string[]) => jsonIn(desk, ['schedule', ...args], options),
  };
}

const unitsIn = ({ userHome }: Desk): string => join(userHome, '.config/systemd/user');
const agentsIn = ({ userHome }: Desk): string => join(userHome, 'Library/LaunchAgents');
/** What lies on a desk beside the home, and what the tools hold. */
const worldOf = (desk: Desk, tools: SchedulerTools): unknown => [
  Object.keys(snapshot(desk.userHome)).filter((path) => !path.startsWith('.hebb')),
  tools.crontab(),
  tools.calls(),
];

describe('schedule install', () => {
  it.each([
    ['launchd', ['launchctl', 'systemctl', 'crontab']],
    ['systemd', ['systemctl', 'crontab']],
    ['cron', ['crontab']],
  ] as const)('takes %s where a machine has %j', async (using, names) => {
    const { ask } = machine(names);
    expect((await ask('install')).data.schedule).toMatchObject({ using, at: 'Sun 03:00', since: now });
    expect((await ask('status')).data).toMatchObject({
      schedule: { using },
      nextAt: new Date(2026, 10, 8, 3).toISOString(),
      problems: [],
    });
  });

  it('takes cron where systemd has no manager of this person', async () => {
    const { ask, tools } = machine(['systemctl', 'crontab']);
    tools.refuse('show-environment');
    expect((await ask('install')).data.schedule).toMatchObject({ using: 'cron' });
  });

  it('says what to do where there is none', async () => {
    const { schedule, desk } = machine([]);
    const ran = await schedule('install');
    expect(ran.exit).toBe(1);
    expect(ran.err).toContain('no crontab');
    expect(ran.err).toContain('hooks catch up');
    expect((await schedule('install', '--using', 'systemd')).err).toContain('systemctl is not on the PATH');
    expect(existsSync(unitsIn(desk)) ? readdirSync(unitsIn(desk)) : []).toEqual([]);
    expect((await schedule('status')).out).toContain('No schedule is installed');
  });

  it.each([
    [['install', '--at', 'Funday 03:00'], 'not a time of the week'],
    [['install', '--nightly', '26:00'], 'not a time of day'],
    [['install', '--using', 'at'], 'not one of launchd, systemd, cron'],
    [['renew'], 'not one of install, status, remove'],
  ])('refuses %j', async (args, words) => {
    const { schedule, desk, tools } = machine(['crontab']);
    const ran = await schedule(...args);
    expect([ran.exit, ran.err]).toEqual([2, expect.stringContaining(words)]);
    expect(worldOf(desk, tools)).toEqual([['hebb.js', 'node', 'shop'], undefined, []]);
  });

  it('refuses what will be gone before it is needed, and paths that no file can hold', async () => {
    const desk = createDesk();
    const { vars } = createTools(['crontab']);
    const call = (script: string) =>
      runIn(desk, ['schedule', 'install'], { vars, host: { program: { node: '/n', script } } });
    expect((await call('/home/ada/.npm/_npx/1f/node_modules/hebb/bin/hebb.js')).err).toContain('npm install');
    expect((await call('/home/a\nda/hebb.js')).err).toContain('line break');
  });

  it.each(['launchctl', 'systemctl', 'crontab'] as const)(
    'changes nothing with --dry-run, and shows it (%s)',
    async (name) => {
      const { schedule, desk, tools } = machine([name]);
      const before = worldOf(desk, tools);
      const ran = await schedule('install', '--nightly', '02:30', '--dry-run');
      expect([ran.exit, ran.err]).toEqual([0, '']);
      expect(ran.out).toContain('auto-consolidate');
      expect(ran.out).toMatch(/would (?:write|run)/);
      expect(worldOf(desk, tools)).toEqual(before);
      expect(existsSync(desk.home)).toBe(false);
    },
  );

  it('moves from one scheduler to another', async () => {
    const { ask, tools, desk } = machine(['systemctl', 'crontab']);
    await ask('install', '--using', 'cron', '--nightly', '02:30');
    expect(tools.crontab()).toContain('30 2 * * * ');
    await ask('install', '--using', 'systemd');
    expect(tools.crontab()).toBeUndefined();
    expect(readdirSync(unitsIn(desk)).sort()).toEqual(['hebb.service', 'hebb.timer']);
  });

  it('keeps what a time has asked for, and begins anew with another', async () => {
    const { ask, desk, tools, program } = machine(['crontab']);
    await ask('install');
    const options = { now: new Date(2026, 10, 5, 9).toISOString(), vars: tools.vars, host: { program } };
    const since = async (...args: string[]): Promise<unknown> =>
      (await jsonIn(desk, ['schedule', 'install', ...args], options)).data.schedule.since;
    expect(await since()).toBe(now);
    expect(await since('--at', 'Mon 03:00')).toBe(options.now);
  });
});

describe('with launchd', () => {
  it('writes agents that only their owner may write, and loads them', async () => {
    const { ask, desk, tools, program } = machine(['launchctl']);
    await ask('install', '--at', 'Wed 04:15', '--nightly', '02:30');
    const path = join(agentsIn(desk), 'com.hebb.auto-consolidate.plist');
    expect(parse(readFileSync(path, 'utf8'))).toMatchObject({
      ProgramArguments: [program.node, program.script, 'auto-consolidate', '--quiet'],
      StartCalendarInterval: { Weekday: 3, Hour: 4, Minute: 15 },
      EnvironmentVariables: { HOME: desk.userHome, HEBB_HOME: desk.home, HEBB_USER: 'tester' },
    });
    expect(statSync(path).mode & 0o022).toBe(0);
    const { uid } = statSync(desk.userHome);
    expect(tools.calls().slice(0, 2)).toEqual([
      `launchctl bootout gui/${uid}/com.hebb.auto-consolidate`,
      `launchctl bootstrap gui/${uid} ${path}`,
    ]);
    await ask('install');
    expect(readdirSync(agentsIn(desk))).toEqual(['com.hebb.auto-consolidate.plist']);
    expect(tools.calls()).toContain(`launchctl bootout gui/${uid}/com.hebb.nightly`);
    await ask('remove');
    expect(readdirSync(agentsIn(desk))).toEqual([]);
    expect(tools.calls().at(-1)).toBe(`launchctl bootout gui/${uid}/com.hebb.auto-consolidate`);
  });

  it('leaves no file behind when launchd refuses', async () => {
    const { schedule, desk, tools } = machine(['launchctl']);
    tools.refuse('bootstrap');
    const ran = await schedule('install');
    expect([ran.exit, ran.err]).toEqual([1, expect.stringContaining('not today')]);
    expect(readdirSync(agentsIn(desk))).toEqual([]);
    expect((await schedule('status')).out).toContain('No schedule is installed');
  });
});

describe('with systemd', () => {
  it('writes units, enables their timers, and takes both away again', async () => {
    const { ask, desk, tools } = machine(['systemctl']);
    await ask('install', '--nightly', '02:30');
    expect(readdirSync(unitsIn(desk)).sort()).toEqual([
      'hebb-nightly.service',
      'hebb-nightly.timer',
      'hebb.service',
      'hebb.timer',
    ]);
    expect(tools.calls()).toEqual([
      'systemctl --user daemon-reload',
      'systemctl --user enable --now hebb.timer hebb-nightly.timer',
    ]);
    writeFileSync(join(unitsIn(desk), 'other.service'), 'of somebody else');
    await ask('remove');
    expect(readdirSync(unitsIn(desk))).toEqual(['other.service']);
    expect(tools.calls()).toContain('systemctl --user disable --now hebb.timer');
    expect(tools.calls().at(-1)).toBe('systemctl --user daemon-reload');
  });

  it('says what keeps an installed schedule from running', async () => {
    const { schedule, ask, desk, tools, program } = machine(['systemctl']);
    await ask('install');
    tools.refuse('is-enabled');
    rmSync(program.node);
    expect((await ask('status')).data.problems).toEqual([
      'hebb.timer is not enabled',
      `${program.node}, which it starts, is gone`,
    ]);
    rmSync(join(unitsIn(desk), 'hebb.timer'));
    const ran = await schedule('status');
    expect([ran.exit, ran.out]).toEqual([3, expect.stringContaining('next: hebb schedule install')]);
  });
});

describe('with cron', () => {
  it('leaves the rest byte for byte', async () => {
    const crontab = 'MAILTO=a@b\n0 5 * * 1 date +\\%F >>/tmp/log%input\r\n# na\xefve\n\n@daily x';
    const { ask, tools } = machine(['crontab']);
    tools.setCrontab(crontab);
    await ask('install', '--at', 'Sat 23:59');
    expect(tools.crontab()).toMatch(
      /^# hebb begin\n[^\n]*\n59 23 \* \* 6 [^\n]*--quiet [^\n]*\n# hebb end\n/,
    );
    expect(tools.crontab()?.endsWith(crontab)).toBe(true);
    await ask('install');
    expect(tools.crontab()?.match(/# hebb begin/g)).toHaveLength(1);
    await ask('remove');
    expect(tools.crontab()).toBe(crontab);
  });

  it('takes away a crontab that it made', async () => {
    const { ask, tools } = machine(['crontab']);
    await ask('install');
    await ask('remove');
    expect(tools.crontab()).toBeUndefined();
  });

  it('touches nothing when there is nothing of this home', async () => {
    const { schedule, tools } = machine(['crontab']);
    const crontab = `# hebb begin\n0 3 * * 0 '/x/hebb.js' >>'/home/other/.hebb/schedule.log'\n# hebb end\n`;
    tools.setCrontab(crontab);
    expect((await schedule('remove')).out).toContain('No schedule is installed');
    expect(tools.crontab()).toBe(crontab);
  });

  it('removes its lines also when the home no longer knows of them', async () => {
    const { ask, desk, tools } = machine(['crontab']);
    tools.setCrontab('A=1\n');
    await ask('install');
    rmSync(join(desk.home, 'state.json'));
    await ask('remove');
    expect(tools.crontab()).toBe('A=1\n');
  });

  it('refuses a crontab whose marks a person broke, by line', async () => {
    const { schedule, tools } = machine(['crontab']);
    tools.setCrontab('A=1\n# hebb begin\nB=2\n');
    const ran = await schedule('install');
    expect([ran.exit, ran.err]).toEqual([1, expect.stringContaining('crontab line 2')]);
    expect(tools.crontab()).toBe('A=1\n# hebb begin\nB=2\n');
  });
});
