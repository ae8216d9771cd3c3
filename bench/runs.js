// Runs as promotion sees them: made up from a seed, so that every machine mines the same.
import { makeRandom } from './texts.js';

const verbs = [
  'run npm',
  'run git',
  'run cargo',
  'run docker',
  'edit',
  'mcp tracker/',
  'run kubectl',
  'run mix',
];

/** A unit of work by its number; some two hundred. */
const unitAt = (at) => `${verbs[at % verbs.length]} u${at}`;

/** So many runs of some fifteen units: one or two of forty procedures each, with steps of their own between and now and then one left out. */
export function makeRuns(count, seed = 7) {
  const random = makeRandom(seed);
  const below = (limit) => Math.floor(random() * limit);
  const procedures = Array.from({ length: 40 }, () =>
    Array.from({ length: 4 + below(6) }, () => unitAt(below(120))),
  );
  // A few procedures make up most of the work, as they do in life.
  const pick = () => procedures[Math.floor(procedures.length * random() ** 2)];
  return Array.from({ length: count }, (_, at) => {
    const units = [];
    for (let part = 0; part < 2; part += 1)
      for (const unit of pick()) {
        if (random() < 0.05) continue;
        while (random() < 0.2) units.push(unitAt(below(240)));
        units.push(unit);
      }
    return { units, query: `query ${below(count)}`, session: `session ${at >> 2}` };
  });
}
