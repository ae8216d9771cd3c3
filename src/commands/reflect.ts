import { toJson } from '../domain/json.ts';
import type { Report } from '../domain/report.ts';
import { reflectionBlocks, reflectSession } from '../pipeline/reflect-session.ts';
import { readRuns, readSessions, readUsage } from '../store/facts.ts';
import type { Command } from './command.ts';
import { finderOf, findHere } from './here.ts';

/** `hebb reflect --quick`: the current or last session of this project. */
export const run: Command = async (input): Promise<Report> => {
  const store = await input.door.read();
  const { place } = await findHere(input, finderOf(input, store));
  const own = readSessions(store).filter(({ project }) => project.id === place.project.id);
  const doc = own.sort((a, b) => (a.endedAt < b.endedAt ? -1 : 1)).at(-1);
  if (!doc) {
    const text = `No session of ${place.project.name} has been read yet. hebb analyze-sessions reads them.`;
    return { exit: 0, human: [{ kind: 'line', text }], data: { reflection: null } };
  }
  const runs = readRuns(store).filter(({ sessionId }) => sessionId === doc.id);
  const reflection = reflectSession({
    doc,
    runs,
    usages: readUsage(store),
    memories: store.state().memories,
  });
  return { exit: 0, human: reflectionBlocks(reflection), data: { reflection: toJson(reflection) } };
};
