import { setTimeout } from 'node:timers/promises';
import type { Host } from '../domain/host.ts';
import type { ModelHost } from '../models/language.ts';

/** What models need of the process. Programs run in the home: no project, whose instructions would speak to the model. */
export const modelHost = ({ vars, userHome }: Host, home: string): ModelHost => ({
  vars,
  userHome,
  folder: home,
  fetch: (url, init) => fetch(url, init),
  wait: setTimeout,
});
