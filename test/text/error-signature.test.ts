import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorExcerpt, errorSignature } from '../../src/text/error-signature.ts';

/** Each group is one error as three sessions met it. */
const SAME: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'tsc',
    'error ts2345: argument of type <text> is not assignable to parameter of type <text>.',
    [
      "Exit code 2\n> app@1.0.0 build\n> tsc\n\nsrc/a.ts(217,9): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
      "src/lib/b.tsx(3,1): error TS2345: Argument of type 'Foo' is not assignable to parameter of type 'Bar'.\nFound 1 error.",
      "\u001b[96msrc/a.ts\u001b[0m:\u001b[93m4\u001b[0m:\u001b[93m5\u001b[0m - \u001b[91merror\u001b[0m TS2345: Argument of type 'A' is not assignable to parameter of type 'B'.".replace(
        '\u001b[91merror\u001b[0m',
        'error',
      ),
    ],
  ],
  [
    'node',
    'typeerror: cannot read properties of undefined (reading <text>)',
    [
      "Exit code 1\nfile:///home/a/app/x.js:12\n    const y = z.name;\n              ^\n\nTypeError: Cannot read properties of undefined (reading 'name')\n    at main (file:///home/a/app/x.js:12:15)\n\nNode.js v20.19.0",
      "/srv/b/y.js:7\nTypeError: Cannot read properties of undefined (reading 'id')\n    at Object.<anonymous> (/srv/b/y.js:7:1)",
      "TypeError: Cannot read properties of undefined (reading 'x')",
    ],
  ],
  [
    'python',
    'modulenotfounderror: no module named <text>',
    [
      'Traceback (most recent call last):\n  File "/a/main.py", line 3, in <module>\n    import yaml\nModuleNotFoundError: No module named \'yaml\'',
      'Exit code 1\nTraceback (most recent call last):\n  File "x.py", line 99, in run\nValueError: bad\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\nModuleNotFoundError: No module named \'requests\'',
      "E   ModuleNotFoundError: No module named 'numpy'",
    ],
  ],
  [
    'rust',
    'error[e0308]: mismatched types',
    [
      '   Compiling app v0.1.0\nerror[E0308]: mismatched types\n --> src/main.rs:4:9\nerror: could not compile `app`',
      'error[E0308]: mismatched types\n  --> src/lib.rs:40:1',
    ],
  ],
  [
    'go',
    'undefined: <text>',
    ['# example.com/app\n./main.go:12:5: undefined: `foo`', 'pkg/x.go:3:2: undefined: `bar`'],
  ],
  [
    'git',
    'fatal: not a git repository (or any of the parent directories): .git',
    [
      'Exit code 128\nfatal: not a git repository (or any of the parent directories): .git',
      'fatal: not a git repository (or any of the parent directories): .git',
    ],
  ],
  [
    'npm',
    'npm error missing script: <text>',
    [
      'npm error Missing script: "tset"\nnpm error\nnpm error A complete log of this run can be found in: /home/x/.npm/_logs/2026-01-01T00_00_00_000Z-debug-0.log',
      'Exit code 1\nnpm error Missing script: "lnit"',
    ],
  ],
  [
    'make',
    'make: *** no rule to make target <text>. stop.',
    ["make: *** No rule to make target 'al'.  Stop.", "make: *** No rule to make target 'instal'.  Stop."],
  ],
  [
    'make wraps another error',
    'main.c: <text> undeclared'.replace('main.c: ', 'error: '),
    [
      "gcc -c main.c\nmain.c:3:5: error: 'x' undeclared\nmake: *** [Makefile:3: main.o] Error 1",
      "lib/y.c:30:15: error: 'y' undeclared\nmake: *** [Makefile:9: y.o] Error 1",
    ],
  ],
  [
    'a tool',
    'string to replace not found in file.',
    [
      '<tool_use_error>String to replace not found in file.\nString:   def a\n    x</tool_use_error>',
      '<tool_use_error>String to replace not found in file.\nString: other</tool_use_error>',
    ],
  ],
  [
    'a missing file',
    'enoent: no such file or directory, open <text>'.replace('enoent', 'error: enoent'),
    [
      "Error: ENOENT: no such file or directory, open '/a/b.json'\n    at async open (node:internal/fs:1:2)",
      "Error: ENOENT: no such file or directory, open 'c.yaml'",
    ],
  ],
  [
    'curl',
    'curl: (<n>) the requested url returned error: <n>',
    [
      '  % Total    % Received % Xferd  Average Speed\n  0     0    0     0    0     0      0\ncurl: (22) The requested URL returned error: 404',
      'curl: (22) The requested URL returned error: 410',
    ],
  ],
  [
    'shell',
    'bash: line <n>: jqq: command not found',
    ['Exit code 127\nbash: line 1: jqq: command not found', 'bash: line 14: jqq: command not found'],
  ],
  [
    'ids',
    'error: commit <id> of <id> took <n>',
    [
      'Error: commit 3f2a91bc of 123e4567-e89b-12d3-a456-426614174000 took 12.5ms',
      'Error: commit a0b1c2d of 00000000-e89b-12d3-a456-42661417400f took 900ms',
    ],
  ],
];

describe('the same error has one signature', () => {
  it.each(SAME)('%s', (_, signature, texts) => {
    expect(texts.map(errorSignature)).toEqual(texts.map(() => signature));
  });
});

it.each([
  [
    'another code',
    'a.ts(1,1): error TS2345: Argument is wrong',
    'a.ts(1,1): error TS2322: Argument is wrong',
  ],
  [
    'another test',
    'FAIL  a.test.ts > adds\nAssertionError: expected 1 to be 2',
    'FAIL  a.test.ts > subtracts\nAssertionError: expected 1 to be 2',
  ],
  ['another program', 'bash: foo: command not found', 'bash: bar: command not found'],
  ['another error', 'TypeError: x is not a function', 'ReferenceError: x is not defined'],
])('%s is another signature', (_, a, b) => {
  expect(errorSignature(a)).not.toBe(errorSignature(b));
});

it('a signature is stable, short and never throws, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), (text) => {
      const signature = errorSignature(text);
      expect(signature.length).toBeLessThanOrEqual(200);
      expect(errorSignature(`Exit code 1\n${text}`)).toBe(
        text.trim() === '' ? 'exit code <n>' : errorSignature(text),
      );
    }),
    { numRuns: 200 },
  );
});

it.each([
  [
    "Exit code 1\n\nsrc/a.ts(2,1): error TS2304: Cannot find name 'x'.",
    200,
    "src/a.ts(2,1): error TS2304: Cannot find name 'x'.",
  ],
  ['Error:   wide    blanks', 200, 'Error: wide blanks'],
  ['Error: 1234567890', 10, 'Error: 12…'],
  ['', 200, ''],
])('the excerpt of %j in %i characters', (text, max, excerpt) => {
  expect(errorExcerpt(text, max)).toBe(excerpt);
});
