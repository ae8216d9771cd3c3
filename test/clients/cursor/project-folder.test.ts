import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTranscript } from '../../../src/clients/cursor/project-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const nameOf = (path: string): string => path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');

it.each(['shop', 'my shop', 'my.shop/api_v2', 'a-b/c', 'a/b-c'])(
  'finds the folder that exists: %s',
  (below) => {
    const folder = join(temporaryFolder(), below);
    mkdirSync(folder, { recursive: true });
    const path = `/home/ada/.cursor/projects/${nameOf(folder)}/agent-transcripts/s/s.jsonl`;
    expect(folderOfTranscript(path)).toBe(folder);
  },
);

it.each([
  '/home/ada/.cursor/projects/no-such-folder-anywhere/agent-transcripts/s/s.jsonl',
  '/elsewhere/s.jsonl',
])('finds none for %s', (path) => {
  expect(folderOfTranscript(path)).toBeUndefined();
});
