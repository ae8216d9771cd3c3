import { describe, expect, it } from 'vitest';
import { readClaims } from '../../src/text/claims.ts';
import { readSlots } from '../../src/text/slots.ts';

describe('readSlots', () => {
  it.each([
    ['the port is 8080', 'port', 'is', '8080'],
    ['Device A is offline.', 'Device A', 'is', 'offline'],
    ['MAX_RETRIES = 3', 'MAX_RETRIES', 'is', '3'],
    ['timeout: 30 s', 'timeout', 'is', '30 s'],
    ['the log level defaults to warn', 'log level', 'defaults to', 'warn'],
    ['Backups are stored in S3', 'Backups', 'stored in', 'S3'],
    ['secrets must be kept in Vault', 'secrets', 'stored in', 'Vault'],
    ['el puerto es 8080', 'puerto', 'is', '8080'],
    ['der Port ist 8080', 'Port', 'is', '8080'],
    ['le port est 8080', 'port', 'is', '8080'],
    ['端口是 8080', '端口', 'is', '8080'],
  ])('%s', (text, subject, relation, value) => {
    expect(readSlots(text)).toEqual([{ subject, relation, value }]);
  });

  it.each([['Use pnpm'], ['Is the port 8080?'], ['It is 8080'], [''], ['is']])(
    'finds none in "%s"',
    (text) => {
      expect(readSlots(text)).toEqual([]);
    },
  );

  it('reads a slot for each sentence', () => {
    expect(readSlots('The port is 8080. The branch is main.').map(({ value }) => value)).toEqual([
      '8080',
      'main',
    ]);
  });
});

describe('readClaims', () => {
  it.each([
    ['use pnpm', [false]],
    ['never use npm', [true]],
    ['use pnpm instead of npm', [false, true]],
    ['never use npm instead of pnpm', [true, false]],
    ['use pnpm, not npm', [false, true]],
    ['prefer pnpm over npm', [false, true]],
    ['not only use pnpm', [false]],
    ['ne pas utiliser npm', [true]],
    ["n'utilise jamais npm", [true]],
    ['никогда не используй npm', [true]],
    ['no uses nunca npm', [true]],
    ['não use nunca npm', [true]],
    ['用 pnpm 而不是 npm', [false, true]],
    ['npmではなくpnpmを使う', [false, true]],
  ])('%s', (text, denied) => {
    expect(readClaims(text).map((claim) => claim.denied)).toEqual(denied);
  });

  it.each([
    ['run the tests when files change', 'when files change'],
    ['if the build fails, stop', 'if the build fails'],
    ['run the tests', ''],
  ])('keeps the condition apart: %s', (text, condition) => {
    expect(readClaims(text)[0]?.condition).toBe(condition);
  });
});
