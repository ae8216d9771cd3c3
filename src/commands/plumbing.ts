import { fail, HebbError } from '../domain/failure.ts';
import { type Dict, dictsAt, type Json, stringAt, toJson } from '../domain/json.ts';
import { defaultPolicy } from '../domain/policy.ts';
import type { Report } from '../domain/report.ts';
import { targetOf } from '../domain/state.ts';
import { groupCaptions } from '../pipeline/group-captions.ts';
import { createMemoryIndex } from '../pipeline/memory-index.ts';
import { answerMining } from '../pipeline/mine-request.ts';
import { planIngest } from '../pipeline/plan-ingest.ts';
import { rankRecall } from '../pipeline/rank-recall.ts';
import { indexEntriesOf } from '../pipeline/recall-item.ts';
import { detectCapture } from '../text/directives.ts';
import { screenText } from '../text/safety-screen.ts';
import { similarity } from '../text/similarity.ts';
import type { Command, CommandInput } from './command.ts';
import { readRequests } from './requests.ts';

type Filter = (request: Dict) => Json;

const text = (request: Dict, key: string): string => stringAt(request, key) ?? '';

/** The functions that the commands themselves use, one request a line. */
const filters: Readonly<Record<string, Filter>> = {
  similarity: (request) => ({ score: similarity(text(request, 'a'), text(request, 'b')) }),
  detect: (request) => ({ capture: detectCapture(text(request, 'text')) }),
  screen: (request) => {
    const { verdict, reasons } = screenText(text(request, 'text'), 'learning');
    return { verdict, reasons: reasons.map(({ rule, kind }) => `${kind}: ${rule}`) };
  },
  group: (request) => {
    const items = dictsAt(request, 'items').map((item) => ({
      id: text(item, 'id'),
      text: text(item, 'text'),
    }));
    return { groups: groupCaptions(items, { from: defaultPolicy.patterns.likeness }) };
  },
  sequences: (request) => toJson(answerMining(request)),
};

/** Memories that a `recall` request without `k` is answered with. */
const usualAnswers = 10;

/** Asks of every memory that lives in the home, whoever's it is. */
async function recallFilter({ door, host }: CommandInput): Promise<Filter> {
  const store = await door.read();
  const state = store.state();
  const links = { relations: state.relations.values(), edges: state.edges.values() };
  const index = createMemoryIndex(indexEntriesOf(state), links);
  const asked = { owners: index.owners(), now: host.now(), strength: store.policy().strength };
  return (request) => {
    const limit = typeof request.k === 'number' ? request.k : usualAnswers;
    const found = rankRecall(index, text(request, 'query'), { ...asked, limit });
    return { ids: found.map(({ item }) => item.id) };
  };
}

/** Stores texts as active memories that keep their id, order and session. */
async function ingest(input: CommandInput, requests: readonly Dict[]): Promise<Report> {
  const store = await input.door.write();
  const now = input.host.now();
  const operation = store.commit({
    command: 'ingest',
    plan: (state) => planIngest(state, { requests, now }),
  });
  const ids =
    operation?.changes.filter(({ target }) => target.startsWith(targetOf('memories', ''))).length ?? 0;
  return {
    exit: 0,
    human: [{ kind: 'raw', text: JSON.stringify({ ingested: ids }) }],
    data: { ingested: ids },
  };
}

/** What answers one request of an operation; undefined for those that are none. */
function filterOf(op: string, input: CommandInput): Filter | Promise<Filter> | undefined {
  return op === 'recall' ? recallFilter(input) : filters[op];
}

/** `hebb plumbing <op> [file]`: NDJSON in, NDJSON out, in order. */
export const run: Command = async (input): Promise<Report> => {
  const [op = ''] = input.args;
  const filter = await filterOf(op, input);
  if (!filter && op !== 'ingest') {
    const { failure } = fail(
      'usage.op',
      `plumbing ${op}: no such operation`,
      `one of ingest, recall, ${Object.keys(filters).join(', ')}`,
    );
    throw new HebbError(failure, 2);
  }
  const [, file] = input.args;
  const requests = await readRequests(input.host, file);
  if (!filter) return ingest(input, requests);
  const answers = requests.map(filter);
  return {
    exit: 0,
    human: [{ kind: 'raw', text: answers.map((answer) => JSON.stringify(answer)).join('\n') }],
    data: { answers: toJson(answers) },
  };
};
