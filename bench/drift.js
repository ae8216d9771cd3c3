import { loadSource } from './load-source.js';

/** Activations that a skill is watched for. */
const watched = 50;

/** Chance that is the same in every run of the bench (mulberry32). */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A class of 5 to 60 runs of a true rate of 0.9 that passed the gate of 80 %. */
function baselineBy(chance) {
  for (;;) {
    const executions = 5 + Math.floor(chance() * 56);
    let successes = 0;
    for (let at = 0; at < executions; at += 1) if (chance() < 0.9) successes += 1;
    if (successes / executions >= 0.8) return { successRate: successes / executions, executions };
  }
}

/** The rule of the seed system: the rolling rate alone, after five runs, against the baseline as it is. */
function plainRule(outcomes, { successRate }) {
  const last = outcomes.slice(-10);
  return outcomes.length >= 5 && last.filter(Boolean).length / last.length < successRate - 0.25;
}

/** Of so many skills of this true rate the share that a rule demotes, and after how many activations in the median. */
function trial(rule, rate, { count, seed }) {
  const chance = seeded(seed);
  const hits = [];
  for (let skill = 0; skill < count; skill += 1) {
    const baseline = baselineBy(chance);
    const outcomes = [];
    for (let at = 1; at <= watched; at += 1) {
      outcomes.push(chance() < rate);
      if (!rule(outcomes, baseline)) continue;
      hits.push(at);
      break;
    }
  }
  hits.sort((a, b) => a - b);
  return { share: (100 * hits.length) / count, median: hits[Math.floor(hits.length / 2)] };
}

/** Demotions of healthy, ailing and broken skills, by the rule of the product and by the plain one. */
export async function simulateDrift(count) {
  const { judgeDrift, defaultPolicy } = await loadSource(['src/pipeline/drift.ts', 'src/domain/policy.ts']);
  const ours = (outcomes, baseline) => judgeDrift(outcomes, baseline, defaultPolicy.drift).drifted;
  return [0.9, 0.85, 0.6, 0.5, 0.3].map((rate) => ({
    rate,
    ours: trial(ours, rate, { count, seed: 7 }),
    plain: trial(plainRule, rate, { count, seed: 7 }),
  }));
}
