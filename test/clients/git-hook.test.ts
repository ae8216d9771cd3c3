import { expect, it } from 'vitest';
import { hasGitBlock, isShellHook, withGitBlock, withoutGitBlock } from '../../src/clients/git-hook.ts';

const program = { node: '/n', script: '/s', home: '/h' };
const newer = { ...program, node: "/it's/node" };

it.each([
  ['sh', '#!/bin/sh\necho own\nexit 0\n'],
  ['no first line', 'echo own'],
  ['a first line and nothing else', '#!/bin/sh'],
  ['Windows line ends', '#!/bin/sh\r\necho own\r\n'],
  ['no newline at the end', '#!/bin/bash\nexec true'],
  ['nothing', ''],
])('a hook comes back to the byte, also after another version: %s', (_name, text) => {
  const once = withGitBlock(text, program);
  expect(hasGitBlock(once)).toBe(true);
  expect(withGitBlock(once, program)).toBe(once);
  const again = withGitBlock(once, newer);
  expect(again).toContain("n='/it'\\''s/node'");
  expect(withoutGitBlock(once, true)).toBe(text);
  expect(withoutGitBlock(again, true)).toBe(text);
});

it('what hebb made is gone without its lines; what a person put in stays', () => {
  const made = withGitBlock('#!/bin/sh\n', program);
  expect(withoutGitBlock(made, false)).toBeUndefined();
  expect(withoutGitBlock(`${made}echo mine\n`, false)).toBe('#!/bin/sh\necho mine\n');
});

it.each([
  ['#!/bin/sh\n', true],
  ['#!/usr/bin/env bash\n', true],
  ['#! /bin/dash -e\n', true],
  ['echo own\n', true],
  ['#!/usr/bin/env python3\n', false],
  ['#!/usr/bin/node\n', false],
  ['#!/usr/bin/fish\n', false],
  ['\u007fELF\0', false],
])('lines of sh may be put into %j: %s', (text, may) => {
  expect(isShellHook(text)).toBe(may);
});
