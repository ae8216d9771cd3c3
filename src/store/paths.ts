import { join } from 'node:path';

/** Every place in a home, named once (design, section 3). */
export interface Paths {
  readonly home: string;
  readonly config: string;
  readonly state: string;
  readonly core: string;
  readonly memories: string;
  readonly reviews: string;
  readonly attention: string;
  readonly extracted: string;
  readonly imported: string;
  readonly archive: string;
  readonly journal: string;
  readonly objects: string;
  readonly quarantine: string;
  readonly reports: string;
  readonly sessions: string;
  readonly workflows: string;
  readonly learningLog: string;
  readonly usage: string;
  readonly spool: string;
  readonly injected: string;
  readonly cache: string;
  readonly locks: string;
  readonly log: string;
}

/** The places of the home at this folder. */
export function pathsOf(home: string): Paths {
  const at = (name: string): string => join(home, name);
  return {
    home,
    config: at('config.yaml'),
    state: at('state.json'),
    core: at('core-memory.json'),
    memories: at('memories'),
    reviews: at('reviews.jsonl'),
    attention: at('attention.json'),
    extracted: at('extracted'),
    imported: at('imported'),
    archive: at('archive'),
    journal: at('journal'),
    objects: at('objects'),
    quarantine: at('quarantine'),
    reports: at('reports'),
    sessions: at('sessions'),
    workflows: at('workflows'),
    learningLog: at('learning-log'),
    usage: at('usage'),
    spool: at('spool'),
    injected: at('injected'),
    cache: at('cache'),
    locks: at('locks'),
    log: at('consolidation.log'),
  };
}
