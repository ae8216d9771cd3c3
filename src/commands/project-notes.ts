import { join } from 'node:path';
import type { Candidate } from '../domain/candidate.ts';
import { agentMemoryCandidates, notesCandidates } from '../pipeline/notes-candidates.ts';
import { planWithdrawEvidence } from '../pipeline/plan-withdraw-evidence.ts';
import { claudeSlug, readAgentMemory } from '../sources/agent-memory.ts';
import { readNotes } from '../sources/notes.ts';
import { type CommandInput, groupOf, textOption } from './command.ts';
import type { SessionReader } from './session-reader.ts';

/** Notes of the projects whose sessions were read now; `--notes` adds files. */
async function notesOf(input: CommandInput, reader: SessionReader): Promise<Candidate[]> {
  const folders = new Set([...reader.docs.values()].map(({ cwd }) => cwd).filter(Boolean));
  const configured = reader.store.settings.notes;
  const extra = textOption(input.options, 'notes');
  const found: Candidate[] = [];
  const add = async (root: string, globs: readonly string[] | undefined, cwd: string): Promise<void> => {
    const { place } = await reader.finder.placeOf(cwd);
    const owner = { project: place.project.id, user: place.user };
    for (const note of await readNotes(root, globs)) found.push(...notesCandidates(note, owner));
  };
  for (const cwd of folders)
    await add((await reader.finder.placeOf(cwd)).root, configured.length > 0 ? configured : undefined, cwd);
  if (extra !== undefined) await add(input.host.cwd, [extra], input.host.cwd);
  return found;
}

/** The agent's own memory, as far as it belongs to a project that hebb knows. */
async function agentMemoryOf(input: CommandInput, reader: SessionReader): Promise<Candidate[]> {
  const { host } = input;
  const folder = host.vars.CLAUDE_CONFIG_DIR || join(host.userHome, '.claude');
  const { files, unreadable } = await readAgentMemory(folder);
  if (files.length === 0 && !hasAgentEvidence(reader)) return [];
  const bySlug = new Map(
    Object.entries(reader.finder.projects()).flatMap(([id, { paths }]) =>
      paths.map((path) => [claudeSlug(path), id] as const),
    ),
  );
  const { place } = await reader.finder.placeOf(host.cwd);
  const found = files.flatMap((file) => {
    const project = bySlug.get(file.slug);
    return project === undefined ? [] : agentMemoryCandidates(file, { project, user: place.user });
  });
  reader.store.commit({
    command: 'analyze-sessions',
    ...groupOf(input.options),
    plan: (state) => planWithdrawEvidence(state, { present: found, folder, unreadable, now: host.now() }),
  });
  return found;
}

const hasAgentEvidence = ({ store }: SessionReader): boolean =>
  [...store.state().memories.values()].some(({ provenance }) =>
    provenance.some(({ origin }) => origin === 'agent-memory'),
  );

/** What is written beside transcripts: notes in the projects, and the agent's own memory. */
export async function readProjectNotes(input: CommandInput, reader: SessionReader): Promise<Candidate[]> {
  if (
    textOption(input.options, 'transcripts') !== undefined &&
    textOption(input.options, 'notes') === undefined
  )
    return [];
  return [...(await notesOf(input, reader)), ...(await agentMemoryOf(input, reader))];
}
