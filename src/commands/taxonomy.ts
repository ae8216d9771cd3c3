import { fail, HebbError } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Plan } from '../domain/plan.ts';
import type { Policy } from '../domain/policy.ts';
import type { Report } from '../domain/report.ts';
import { addDays } from '../domain/time.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { planTaxonomy } from '../pipeline/plan-taxonomy.ts';
import { associationCounts, associationLine, taxonomyBlocks, taxonomyOf } from '../pipeline/tag-blocks.ts';
import { readUsage } from '../store/facts.ts';
import { keepMark, readUncounted } from './association-cycle.ts';
import { type Command, type CommandInput, groupOf, hasFlag, textOption } from './command.ts';

/** A number that an option gives, within bounds. */
function numberOption(
  { options }: CommandInput,
  name: string,
  { least, most }: { least: number; most: number },
): number | undefined {
  const given = textOption(options, name);
  if (given === undefined) return undefined;
  const value = Number(given);
  if (given.trim() !== '' && value >= least && value <= most) return value;
  throw new HebbError(
    fail('usage.value', `--${name} ${given}: not a number from ${least} to ${most}`, 'hebb taxonomy --help')
      .failure,
    2,
  );
}

const defaultHours = 48;
const longestHours = 876_600;

/** The policy of the home with what this call gives in its place. */
function policyOf(input: CommandInput, policy: Policy): Policy {
  const { association } = policy;
  const tagDelta = numberOption(input, 'delta', { least: 0, most: association.tagMaxWeight });
  const weightKept = numberOption(input, 'decay', { least: 0, most: 1 });
  return {
    ...policy,
    association: {
      ...association,
      tagDelta: tagDelta ?? association.tagDelta,
      weightKept: weightKept ?? association.weightKept,
    },
  };
}

/** `hebb taxonomy`: one cycle of association for a window, and what it leaves. */
export const run: Command = async (input): Promise<Report> => {
  const now = input.host.now();
  const hours = numberOption(input, 'hours', { least: 0, most: longestHours }) ?? defaultHours;
  await input.run('capture', { drain: true });
  const store = await input.door.write();
  const policy = policyOf(input, store.policy());
  const uncounted = readUncounted(store, readUsage(store), addDays(now, -hours / 24));
  let plan: Plan = { command: 'taxonomy', changes: [] };
  store.commit({
    command: 'taxonomy',
    ...groupOf(input.options),
    plan: (state) => {
      plan = planTaxonomy({ state, ...uncounted, policy, now });
      return plan;
    },
  });
  keepMark(store, uncounted);
  const dry = hasFlag(input.options, 'dryRun');
  const counts = associationCounts(plan.changes);
  const taxonomy = taxonomyOf(store.state(), policy, now);
  const nothing = `Nothing of the last ${hours} hours was left to count.`;
  return {
    exit: 0,
    human: [
      ...(dry ? [dryLine] : []),
      { kind: 'line', text: associationLine(counts) ?? nothing },
      ...taxonomyBlocks(taxonomy),
    ],
    data: { hours, ...counts, ...toJsonTaxonomy(taxonomy), changes: toJson(plan.changes), dryRun: dry },
  };
};

const toJsonTaxonomy = ({ tags, pairs }: ReturnType<typeof taxonomyOf>) => ({
  tags: toJson(tags),
  pairs: toJson(pairs),
});
