import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDict } from '../../domain/json.ts';

/** The folder of a chat: it lies in `tmp/<name>/chats/`, and the client keeps the path beside it, or in its register. Before names there were hashes, from which no path can be had. */
export function folderOfChat(path: string): string | undefined {
  const [, root, name] = /^(.*)\/tmp\/([^/]+)\/chats\//.exec(path.replaceAll('\\', '/')) ?? [];
  if (root === undefined || name === undefined) return undefined;
  return read(join(root, 'tmp', name, '.project_root'))?.trim() || registered(root, name);
}

function registered(root: string, name: string): string | undefined {
  try {
    const register: unknown = JSON.parse(read(join(root, 'projects.json')) ?? '{}');
    const projects = isDict(register) && isDict(register.projects) ? register.projects : {};
    return Object.keys(projects).find((folder) => projects[folder] === name);
  } catch {
    return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
