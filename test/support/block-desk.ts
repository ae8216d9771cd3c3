import * as fs from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../src/domain/identity.ts';
import { copyFolder, makeFolder, openHome } from './home.ts';
import { homeFactsOf } from './inject-home.ts';
import { createDesk, type Desk, runIn } from './program.ts';

let taught: Desk | undefined;

/** Lays files below a folder. */
export function lay(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(join(folder, name, '..'), { recursive: true });
    fs.writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** Promotes the memory that has a word. */
export async function promote(desk: Desk, word: string): Promise<void> {
  const memories = [...(await openHome({ home: desk.home })).state().memories.values()];
  await runIn(desk, ['promote', memories.find(({ summary }) => summary.includes(word))?.id ?? '']);
}

/** A machine whose home knows a profile, skills, and core memory of this project and of another one. */
export async function deskWith(): Promise<Desk> {
  if (taught === undefined) {
    taught = createDesk();
    const elsewhere = join(taught.userHome, 'elsewhere');
    fs.mkdirSync(elsewhere);
    await runIn(taught, ['learn', 'Tag every release with the walrus key']);
    await runIn(taught, ['learn', 'Feed the zebra canary of the other project'], { cwd: elsewhere });
    lay(taught.home, await homeFactsOf(taught));
    for (const word of ['walrus', 'zebra']) await promote(taught, word);
  }
  const userHome = makeFolder();
  const project = copyFolder(taught.project, join(userHome, 'shop'));
  const home = copyFolder(taught.home, join(userHome, '.hebb'));
  const desk = { userHome, home, project };
  const store = await openHome({ home, write: true });
  store.updateHome((state) => ({
    ...state,
    projects: Object.fromEntries(
      Object.entries(state.projects).map(([id, one]) => [
        id,
        one.name === 'shop'
          ? { ...one, aliases: [...one.aliases, hashOf('path', project)], paths: [project] }
          : one,
      ]),
    ),
  }));
  return desk;
}
