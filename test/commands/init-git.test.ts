import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gitFolder, hookOf, init, repository, writeHook } from './git-desk.ts';

describe('hebb init --git', () => {
  it('makes a hook where there is none, and takes it away again', async () => {
    const desk = repository();
    const before = gitFolder(desk);
    expect((await init(desk)).exit).toBe(0);
    const once = gitFolder(desk);
    expect(once['post-commit']).toMatch(/^755 #!\/bin\/sh\n# >>> hebb:/);
    await init(desk);
    expect(gitFolder(desk)).toEqual(once);
    await init(desk, '--remove');
    expect(gitFolder(desk)).toEqual(before);
  });

  it('leaves a hook alone that git does not run, and one whose place is taken', async () => {
    const desk = repository();
    writeHook(desk, '#!/bin/sh\n', 0o644);
    expect((await init(desk)).data.files[0].problem).toBe('git does not run it: it is not executable');
    writeHook(desk, '#!/usr/bin/python3\n');
    fs.writeFileSync(`${hookOf(desk)}.before-hebb`, '');
    expect((await init(desk)).data.files[0].problem).toContain('is in the way');
    expect(fs.readFileSync(hookOf(desk), 'utf8')).toBe('#!/usr/bin/python3\n');
  });

  it('moves a hook of bytes aside and gives it back whole', async () => {
    const desk = repository();
    const bytes = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0xff, 0xfe, 0x80]);
    writeHook(desk, bytes, 0o711);
    await init(desk);
    expect(fs.readFileSync(`${hookOf(desk)}.before-hebb`).equals(bytes)).toBe(true);
    expect(fs.statSync(`${hookOf(desk)}.before-hebb`).mode & 0o777).toBe(0o711);
    await init(desk, '--remove');
    expect(fs.readFileSync(hookOf(desk)).equals(bytes)).toBe(true);
    expect(fs.statSync(hookOf(desk)).mode & 0o777).toBe(0o711);
  });
});
