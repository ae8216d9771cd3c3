import { resolve } from 'node:path';
import { fail, HebbError } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Change } from '../domain/plan.ts';
import type { Block, Report } from '../domain/report.ts';
import { everyProject } from '../domain/skill.ts';
import { quoteOf, type SkillDocument } from '../domain/skill-document.ts';
import { isExported } from '../pipeline/export-text.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { parseSkill } from '../pipeline/parse-skill.ts';
import { type ImportedText, planImportSkill } from '../pipeline/plan-skill-import.ts';
import { skillTextProblems } from '../pipeline/skill-text.ts';
import { findSkillFiles, readSkillFile } from '../sources/skill-folder.ts';
import { isSkillSlug, skillSlug } from '../text/skill-slug.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { finderOf, findHere, rememberProjects } from './here.ts';

/** A file that was not taken, and why. */
interface LeftFile {
  readonly path: string;
  readonly why: string;
}

/** A SKILL.md that may be taken in. */
interface ReadyFile {
  readonly path: string;
  readonly slug: string;
  readonly text: string;
  readonly description: string;
  /** Files beside it, which are not taken. */
  readonly files: number;
}

type Looked = { readonly ready: ReadyFile } | { readonly left: LeftFile };

/** What a skill without a description is for: the first thing that it says. */
const firstLine = ({ body }: SkillDocument): string =>
  quoteOf(body.split('\n').find((line) => line.trim() !== '' && !/^\s*(?:#|```|<)/.test(line)) ?? '', 200);

async function lookAt(path: string, root: string): Promise<Looked> {
  const { text, folder, files, problems } = await readSkillFile(path, { within: root });
  const left = (why: string): Looked => ({ left: { path, why } });
  const [unread] = problems.filter(({ rule }) => rule !== 'file.name');
  if (unread) return left(`${unread.rule}: ${unread.text}`);
  const { document, problems: broken } = parseSkill(text);
  if (!document) return left(`${broken[0]?.rule ?? 'file.no-skill'}: ${broken[0]?.text ?? 'not a skill'}`);
  if (isExported(document)) return left('hebb exported it: it is known here');
  const rules = skillTextProblems(text);
  if (rules.length > 0) return left(`the safety screen refuses it: ${rules.join(', ')}`);
  const named = [document.name, folder].find(isSkillSlug) ?? skillSlug(document.name || folder);
  const description = document.description || firstLine(document);
  return { ready: { path, slug: named, text, description, files: files.length } };
}

/** The first file of each name; another one of it is left. */
function distinct(ready: readonly ReadyFile[]): { taken: ReadyFile[]; left: LeftFile[] } {
  const bySlug = new Map<string, ReadyFile>();
  const left: LeftFile[] = [];
  for (const file of ready) {
    const first = bySlug.get(file.slug);
    if (first) left.push({ path: file.path, why: `${first.path} is called ${file.slug} as well` });
    else bySlug.set(file.slug, file);
  }
  return { taken: [...bySlug.values()], left };
}

/** What became of the files of one import. */
interface Outcome {
  readonly imported: ReadyFile[];
  readonly known: ReadyFile[];
  readonly left: LeftFile[];
}

async function readAll(root: string): Promise<{ taken: ReadyFile[]; left: LeftFile[] }> {
  const looked: Looked[] = [];
  for (const path of await findSkillFiles(root)) looked.push(await lookAt(path, root));
  const { taken, left } = distinct(looked.flatMap((one) => ('ready' in one ? [one.ready] : [])));
  return { taken, left: [...looked.flatMap((one) => ('left' in one ? [one.left] : [])), ...left] };
}

const folderIn = ({ args, host }: CommandInput): string => {
  const [, dir = ''] = args;
  if (dir !== '') return resolve(host.cwd, dir);
  throw new HebbError(
    fail('usage.skill-import', 'skill import: needs a folder', 'hebb skill import ~/skills').failure,
    2,
  );
};

/**
 * `hebb skill import <dir>`: every SKILL.md below a folder that the safety screen plainly accepts, active and marked imported. Twice is
 * once. Exit 3 when some were left.
 */
export async function importSkills(input: CommandInput): Promise<Report> {
  const root = folderIn(input);
  const { taken, left } = await readAll(root);
  if (taken.length + left.length === 0)
    throw fail(
      'skill.none',
      `${input.args[1] ?? root}: there is no SKILL.md in it`,
      'name the folder of a skill, or one above it',
    );
  const store = await input.door.write();
  const finder = finderOf(input, store);
  const { place } = await findHere(input, finder);
  const project = hasFlag(input.options, 'global') ? everyProject : place.project.id;
  rememberProjects(store, finder);
  const now = input.host.now();
  let outcome: Outcome = { imported: [], known: [], left };
  store.commit({
    command: 'skill import',
    plan: (state) => {
      outcome = { imported: [], known: [], left: [...left] };
      const changes = taken.flatMap((file): readonly Change[] => {
        const { slug, text, description } = file;
        const asked: ImportedText = { slug, text, description, project, now };
        const result = planImportSkill(state, asked);
        if (!result.ok)
          outcome.left.push({ path: file.path, why: `${result.failure.message}: ${result.failure.hint}` });
        else if (result.value.changes.length === 0) outcome.known.push(file);
        else outcome.imported.push(file);
        return result.ok ? result.value.changes : [];
      });
      return { command: 'skill import', changes };
    },
  });
  return reportOf(outcome, hasFlag(input.options, 'dryRun'));
}

function reportOf({ imported, known, left }: Outcome, dry: boolean): Report {
  const beside = imported.reduce((sum, { files }) => sum + files, 0);
  const human: Block[] = [
    ...(dry ? [dryLine] : []),
    {
      kind: 'line',
      text: `${imported.length} imported, ${known.length} known already, ${left.length} left.`,
      tone: 'good',
    },
    ...imported.map(({ slug, path }): Block => ({ kind: 'item', text: slug, detail: [path] })),
    ...left.map(
      ({ path, why }): Block => ({ kind: 'item', text: `left: ${path}`, detail: [why], tone: 'warn' }),
    ),
    ...(beside > 0
      ? [
          {
            kind: 'line',
            text: `${beside} other files lie beside them: they are not taken.`,
            tone: 'dim',
          } as const,
        ]
      : []),
  ];
  return {
    exit: left.length > 0 ? 3 : 0,
    human,
    data: {
      imported: imported.map(({ slug }) => slug),
      known: known.map(({ slug }) => slug),
      left: toJson(left),
      dryRun: dry,
    },
  };
}
