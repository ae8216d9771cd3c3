import * as fs from 'node:fs';
import { join } from 'node:path';
import { skillFolders, skillFoldersOf } from '../clients/skill-folders.ts';
import { fail, HebbError } from '../domain/failure.ts';
import type { Host } from '../domain/host.ts';
import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import { everyProject, isLiveSkill, type Skill } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { type ExportEntry, type ExportPlan, type ExportSkill, planExport } from '../pipeline/export-plan.ts';
import { exportOwner, exportText } from '../pipeline/export-text.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { parseSkill } from '../pipeline/parse-skill.ts';
import { skillTextProblems, usableText } from '../pipeline/skill-text.ts';
import { identifyUser, userKey } from '../sources/project.ts';
import { readUsage } from '../store/facts.ts';
import type { ExportRecord } from '../store/home-state.ts';
import { namesIn, readIfThere } from '../store/reading.ts';
import type { Store } from '../store/store.ts';
import { type CommandInput, hasFlag, textOption } from './command.ts';
import { finderOf, findHere } from './here.ts';

/** A folder of a client, and whose skills it gets. */
interface ExportTarget extends ExportRecord {
  readonly folder: string;
}

/** What an export works with. */
export interface Exporting {
  readonly store: Store;
  readonly host: Pick<Host, 'cwd' | 'vars'>;
}

/** An export with the key of the person whose skills are written. */
interface Desk extends Exporting {
  readonly user: string;
}

const deskOf = async (exporting: Exporting): Promise<Desk> => {
  const { vars, cwd } = exporting.host;
  return { ...exporting, user: userKey(await identifyUser(vars, cwd)) };
};

/** What became of one folder. */
export interface Exported {
  readonly folder: string;
  readonly client: string;
  readonly plan: ExportPlan;
}

/** Uses of each skill: read by an agent, or applied. */
function usesIn(store: Store): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { memoryId, kind } of readUsage(store))
    if (kind === 'fetched' || kind === 'applied') uses.set(memoryId, (uses.get(memoryId) ?? 0) + 1);
  return uses;
}

/** Active skills that a folder is for: the person's in every project, or those of one. */
function skillsFor({ store, user }: Desk, { project }: ExportTarget): Skill[] {
  return [...store.state().skills.values()].filter(
    (skill) =>
      isLiveSkill(skill) &&
      (skill.user === undefined || skill.user === user) &&
      (project === undefined || skill.project === project),
  );
}

/** What a client would be given of a skill. The screen looks at what is written for the first time; what lies there it has seen. */
function textFor(
  { store }: Exporting,
  { project }: ExportTarget,
  { skill, known }: { readonly skill: Skill; readonly known: string | undefined },
): ExportSkill['text'] {
  const state: State = store.state();
  const document = parseSkill(usableText(state, skill) ?? '').document;
  if (!document) return { ok: false, why: 'its text cannot be read' };
  const isShared = project === undefined && skill.project !== everyProject;
  const onlyIn = isShared ? store.home().projects[skill.project]?.name : undefined;
  const rendered = exportText({
    slug: skill.id,
    document,
    version: skill.version,
    description: skill.description,
    secret: store.home().secret,
    ...(onlyIn === undefined ? {} : { onlyIn }),
  });
  if (!rendered.ok) return { ok: false, why: rendered.problems.map(({ rule }) => rule).join(', ') };
  const problems = rendered.text === known ? [] : skillTextProblems(rendered.text);
  return problems.length === 0
    ? { ok: true, text: rendered.text }
    : { ok: false, why: `the safety screen refuses it: ${problems.join(', ')}` };
}

const isLink = (path: string): boolean =>
  fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** What lies under a name. An empty folder is nobody's; a link is a person's. */
function entryAt(folder: string, slug: string, secret: string): ExportEntry[] {
  const place = join(folder, slug);
  const path = join(place, 'SKILL.md');
  if (isLink(place) || isLink(path)) return [{ slug, owner: 'foreign', text: '' }];
  const isFolder = fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isFolder && namesIn(place).length === 0) return [];
  const text = isFolder ? readIfThere(path) : undefined;
  return [
    text === undefined
      ? { slug, owner: 'foreign', text: '' }
      : { slug, owner: exportOwner(text, { slug, secret }), text },
  ];
}

function planFor(exporting: Desk, target: ExportTarget, onlyRemove: boolean): ExportPlan {
  const { store } = exporting;
  const entries = namesIn(target.folder).flatMap((slug) => entryAt(target.folder, slug, store.home().secret));
  const texts = new Map(entries.map(({ slug, text }) => [slug, text]));
  const uses = usesIn(store);
  const skills = skillsFor(exporting, target).map((skill): ExportSkill => {
    const text = textFor(exporting, target, { skill, known: texts.get(skill.id) });
    const description = text.ok ? parseSkill(text.text).document?.description : undefined;
    return {
      slug: skill.id,
      description: description ?? skill.description,
      uses: uses.get(skill.id) ?? 0,
      activatedAt: skill.activatedAt ?? skill.discoveredAt,
      text,
    };
  });
  return planExport({ skills, entries, policy: store.policy().skills, onlyRemove });
}

/** Makes the plan true, file by file: each is whole or not there. What else lies in a folder stays. */
function apply({ files }: Store, folder: string, { write, remove }: ExportPlan): void {
  for (const { slug, text } of write) {
    files.ensureFolder(join(folder, slug));
    files.replace(join(folder, slug, 'SKILL.md'), text);
  }
  for (const slug of remove) {
    files.remove(join(folder, slug, 'SKILL.md'));
    try {
      fs.rmdirSync(join(folder, slug));
    } catch {}
  }
}

function exportTo(exporting: Desk, target: ExportTarget, onlyRemove: boolean): Exported {
  const plan = planFor(exporting, target, onlyRemove);
  apply(exporting.store, target.folder, plan);
  return { folder: target.folder, client: target.client, plan };
}

const targetsOf = ({ store }: Exporting): ExportTarget[] =>
  Object.entries(store.home().exports ?? {}).map(([folder, record]) => ({ folder, ...record }));

/**
 * Brings what was exported up to the skills as they are now: under `skills.export: auto` the person's own folders get what they lack; in
 * any case copies of skills that are active no longer are taken away. Nothing is written into a repository. One entry a folder that changed.
 */
export async function renewExports(exporting: Exporting): Promise<Exported[]> {
  const targets = targetsOf(exporting);
  if (targets.length === 0) return [];
  const desk = await deskOf(exporting);
  const isAuto = exporting.store.policy().skills.export === 'auto';
  return targets
    .map((target) => exportTo(desk, target, !isAuto || target.project !== undefined))
    .filter(({ plan: { write, remove, left } }) => write.length + remove.length + left.length > 0);
}

/** Takes every copy that hebb exported away. Copies that a person edited stay, and are named. */
export function dropExports(exporting: Exporting): Exported[] {
  const { store } = exporting;
  const done = targetsOf(exporting).map((target): Exported => {
    const entries = namesIn(target.folder).flatMap((slug) =>
      entryAt(target.folder, slug, store.home().secret),
    );
    const plan = planExport({ skills: [], entries, policy: store.policy().skills, onlyRemove: true });
    apply(store, target.folder, plan);
    return { folder: target.folder, client: target.client, plan };
  });
  store.updateHome((home) => ({ ...home, exports: {} }));
  return done;
}

/** What `renewExports` did, for people. */
export const exportedBlocks = (exported: readonly Exported[]): Block[] =>
  exported.flatMap(({ folder, plan }): Block[] => {
    const done = [
      ...plan.write.map(({ slug }) => `written: ${slug}`),
      ...plan.remove.map((slug) => `taken away: ${slug}`),
      ...plan.left.map(({ slug, why }) => `left: ${slug}, ${why}`),
    ];
    return [{ kind: 'item', text: `Exported skills in ${folder}`, detail: done }];
  });

const usage = (message: string, hint: string): HebbError =>
  new HebbError(fail('usage.skill-export', message, hint).failure, 2);

async function targetFor(input: CommandInput, store: Store): Promise<ExportTarget> {
  const { options, host } = input;
  const client = textOption(options, 'to') ?? '';
  const folders = skillFoldersOf(client);
  const names = skillFolders.map((one) => one.client).join(', ');
  if (!folders) throw usage(`--to ${client}: not one of ${names}`, 'hebb skill export --to claude-code');
  if (!hasFlag(options, 'projectFolder'))
    return { client, folder: folders.user({ home: host.userHome, vars: host.vars }) };
  const { place, root } = await findHere(input, finderOf(input, store));
  if (root === '')
    throw usage('--project-folder: there is no project here', 'cd to the project, or name it with --project');
  return { client, folder: join(root, folders.project), project: place.project.id };
}

function record(store: Store, { folder, client, project }: ExportTarget): void {
  const known = store.home().exports?.[folder];
  if (known?.client === client && known.project === project) return;
  const entry: ExportRecord = project === undefined ? { client } : { client, project };
  store.updateHome((home) => ({ ...home, exports: { ...home.exports, [folder]: entry } }));
}

/** `hebb skill export --to <client>`: active skills where that client looks. Exit 3 when some were left out. */
export async function exportSkills(input: CommandInput): Promise<Report> {
  const store = await input.door.write();
  const target = await targetFor(input, store);
  const isNew = !fs.existsSync(target.folder);
  const { plan } = exportTo(await deskOf({ store, host: input.host }), target, false);
  record(store, target);
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: plan.left.length > 0 ? 3 : 0,
    human: [...(dry ? [dryLine] : []), ...blocksOf(target, plan, isNew)],
    data: { client: target.client, folder: target.folder, ...planData(plan), dryRun: dry },
  };
}

const planData = ({ write, ...rest }: ExportPlan) => ({
  written: write.map(({ slug }) => slug),
  removed: [...rest.remove],
  kept: [...rest.kept],
  left: toJson(rest.left),
  tokens: rest.tokens,
  budget: rest.budget,
});

function blocksOf({ folder, client }: ExportTarget, plan: ExportPlan, isNew: boolean): Block[] {
  const { write, remove, kept, left, tokens, budget } = plan;
  const count = write.length + kept.length;
  const said = `${folder}: ${count} ${count === 1 ? 'skill' : 'skills'} (${write.length} written, ${remove.length} taken away), ${tokens} of ${budget} tokens.`;
  const restart = isNew && write.length > 0 && client === 'claude-code';
  return [
    { kind: 'line', text: said, tone: 'good' },
    ...write.map(({ slug }): Block => ({ kind: 'item', text: `written: ${slug}` })),
    ...remove.map((slug): Block => ({ kind: 'item', text: `taken away: ${slug}` })),
    ...left.map(
      ({ slug, why }): Block => ({ kind: 'item', text: `left out: ${slug}`, detail: [why], tone: 'warn' }),
    ),
    ...(restart
      ? [{ kind: 'line', text: 'Restart Claude Code: the folder is new.', tone: 'dim' } as const]
      : []),
  ];
}
