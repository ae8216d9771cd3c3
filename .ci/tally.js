// Adds up what the test runs counted: the closing line of CI.
import { readFileSync } from 'node:fs';

const runs = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed`);
