import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { DistilInput, DistilledSkill } from '../domain/distil.ts';
import type { Host } from '../domain/host.ts';
import { dictAt, isDict } from '../domain/json.ts';
import type { SkillEvidence } from '../domain/skill-document.ts';
import { sourceEvidence } from '../pipeline/distil-document.ts';
import { readSkillBody } from '../pipeline/skill-body.ts';
import { declaredTools, usedTools } from '../pipeline/skill-commands.ts';
import type { Store } from '../store/store.ts';

/** A text to be held against its evidence. */
export interface Draft {
  readonly input: DistilInput;
  readonly distilled: DistilledSkill;
  readonly project: string;
}

function scriptsIn(root: string | undefined): string[] {
  if (root === undefined) return [];
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return isDict(manifest) ? Object.keys(dictAt(manifest, 'scripts') ?? {}) : [];
  } catch {
    return [];
  }
}

/** Of some names those that PATH holds. */
export function programsOn({ vars }: Pick<Host, 'vars'>, names: readonly string[]): string[] {
  const folders = (vars.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.filter(
    (name) => /^[\w.+-]+$/.test(name) && folders.some((folder) => existsSync(join(folder, name))),
  );
}

/** What the machine and the project have of some commands. */
export function machineEvidence(
  { store, host }: { readonly store: Store; readonly host: Pick<Host, 'vars'> },
  project: string,
  used: readonly string[],
): Pick<SkillEvidence, 'programs' | 'scripts' | 'files' | 'ran'> {
  const root = store.home().projects[project]?.paths.find((path) => existsSync(path));
  const words = [...new Set(used.map((name) => name.split(' ', 1).join('')))];
  const files = used
    .flatMap((name) => name.split(' '))
    .filter((word) => word.includes('/') && isIn(root, word));
  return { programs: programsOn(host, words), scripts: scriptsIn(root), files, ran: [] };
}

/** What a proposed skill is held against: its sources, and what the machine and the project have. */
export function skillEvidence(
  desk: { readonly store: Store; readonly host: Pick<Host, 'vars'> },
  { input, distilled, project }: Draft,
): SkillEvidence {
  const base = sourceEvidence(input, distilled.citations);
  const { scripts } = machineEvidence(desk, project, []);
  const { body, metadata } = distilled.document;
  const used = usedTools(readSkillBody(body), { ...base, scripts }).map(({ name }) => name);
  const { programs, files } = machineEvidence(desk, project, [...used, ...declaredTools(metadata)]);
  return { ...base, scripts, programs, files };
}

const isIn = (root: string | undefined, file: string): boolean =>
  root !== undefined && !file.startsWith('/') && !file.includes('..') && existsSync(join(root, file));
