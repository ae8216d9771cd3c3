import { fail, HebbError, unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Plan } from '../domain/plan.ts';
import type { Report } from '../domain/report.ts';
import { auditBlocks } from '../pipeline/audit-blocks.ts';
import { gateAudit } from '../pipeline/gate-audit.ts';
import { type GateAnswer, gateDecisions } from '../pipeline/gate-decision.ts';
import { changeItems } from '../pipeline/memory-blocks.ts';
import { planResolve } from '../pipeline/plan-resolve.ts';
import { redact } from '../text/redact.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';
import { callAtGate, resolveContext } from './gate-context.ts';

const usage = (message: string): HebbError =>
  new HebbError(fail('usage.gate', message, 'hebb gate --help').failure, 2);

async function audit(input: CommandInput): Promise<Report> {
  const store = await input.door.read();
  const found = gateAudit(store.state(), input.host.now(), store.policy());
  return { exit: 0, human: auditBlocks(found), data: { audit: toJson(found) } };
}

function answerIn(input: CommandInput): GateAnswer {
  const [, id = '', given = ''] = input.args;
  const decision = gateDecisions.find((known) => known === given);
  if (!id || !decision)
    throw usage(`gate resolve ${id} ${given}: needs an id and one of ${gateDecisions.join(', ')}`);
  const text = textOption(input.options, 'text');
  const decidedBy = hasFlag(input.options, 'agent') ? 'agent' : 'human';
  return { id, decision, decidedBy, ...(text === undefined ? {} : { text: redact(text).text }) };
}

async function resolve(input: CommandInput): Promise<Report> {
  const answer = answerIn(input);
  const store = await input.door.write();
  let plan: Plan = { command: 'gate resolve', changes: [] };
  store.commit({
    command: 'gate resolve',
    plan: (state) => {
      const id = callAtGate(state, answer.id);
      plan = unwrap(planResolve(state, { ...answer, id }, resolveContext(store, input.host.now())));
      return plan;
    },
  });
  const said = plan.changes.length === 0 ? 'It was decided so already.' : `Decided: ${answer.decision}.`;
  return {
    exit: 0,
    human: [{ kind: 'line', text: said, tone: 'good' }, ...changeItems(plan.changes)],
    data: { changes: toJson(plan.changes), dryRun: hasFlag(input.options, 'dryRun') },
  };
}

/** `hebb gate audit` shows what waits and what was kept out; `hebb gate resolve <id> <decision>` decides. */
export const run: Command = async (input) => {
  const [op = ''] = input.args;
  if (op === 'audit') return audit(input);
  if (op === 'resolve') return resolve(input);
  throw usage(`gate ${op}: not audit or resolve`);
};
