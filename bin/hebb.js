#!/usr/bin/env node
import { createRequire } from 'node:module';

// What agents call at every prompt and turn starts from one file that needs no other: loading a dozen takes longer than the answer.
const argv = process.argv.slice(2);
const quick = ['inject', 'recall', 'auto-consolidate'].includes(argv[0])
  ? await createRequire(import.meta.url)(`../dist/start-${argv[0]}.cjs`).start(argv)
  : false;
if (!quick) await import('../dist/hebb.js');
