import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfChat } from '../../../src/clients/gemini/project-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it('finds the folder beside the chat, else in the register, else nowhere', () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'tmp/shop'), { recursive: true });
  const path = (name: string) => join(root, 'tmp', name, 'chats/session-1.jsonl');
  writeFileSync(join(root, 'tmp/shop/.project_root'), '/home/ada/my shop\n');
  expect(folderOfChat(path('shop'))).toBe('/home/ada/my shop');
  expect(folderOfChat(path('till'))).toBeUndefined();
  writeFileSync(join(root, 'projects.json'), '{"projects":{"/home/ada/till":"till"}}');
  expect(folderOfChat(path('till'))).toBe('/home/ada/till');
  writeFileSync(join(root, 'projects.json'), 'no JSON');
  expect(folderOfChat(path('till'))).toBeUndefined();
  expect(folderOfChat('/elsewhere/session-1.jsonl')).toBeUndefined();
});
