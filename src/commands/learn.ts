import type { Scope, Severity } from '../domain/candidate.ts';
import { fail, HebbError } from '../domain/failure.ts';
import { compact, toJson } from '../domain/json.ts';
import { type RelationType, relationTypes } from '../domain/memory.ts';
import { topicBranchOf } from '../domain/project.ts';
import type { Block, Report } from '../domain/report.ts';
import { makeCandidate } from '../pipeline/make-candidate.ts';
import { dryLine, shortId } from '../pipeline/memory-blocks.ts';
import { type LearnPlan, planLearn } from '../pipeline/plan-learn.ts';
import type { FoundPlace } from '../sources/places.ts';
import { addBlocked } from '../store/quarantine.ts';
import { polarityOf } from '../text/polarity.ts';
import { openScreen } from './asked-screen.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';
import { finderOf, findHere, rememberProjects } from './here.ts';
import { alignedWithCore, lexiconOf, pairsForImport } from './import-inputs.ts';

const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low'];
const scopes: readonly Scope[] = ['user', 'project', 'global'];

function oneOf<T extends string>(input: CommandInput, name: string, known: readonly T[]): T | undefined {
  const given = textOption(input.options, name);
  if (given === undefined) return undefined;
  const match = known.find((value) => value === given);
  if (match !== undefined) return match;
  const { failure } = fail(
    'usage.value',
    `--${name} ${given}: not one of ${known.join(', ')}`,
    `hebb learn --help`,
  );
  throw new HebbError(failure, 2);
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function relationsOf(input: CommandInput): { type: RelationType; to: string }[] {
  const given = textOption(input.options, 'relation');
  if (given === undefined) return [];
  const cut = given.indexOf(':');
  const type = relationTypes.find((known) => known === given.slice(0, cut));
  if (type && cut > 0 && given.length > cut + 1) return [{ type, to: given.slice(cut + 1) }];
  const { failure } = fail(
    'usage.value',
    `--relation ${given}: not <type>:<name>`,
    `types: ${relationTypes.join(', ')}`,
  );
  throw new HebbError(failure, 2);
}

function statedCandidate(input: CommandInput, { place }: FoundPlace, text: string) {
  const { options, host } = input;
  const scope = oneOf(input, 'scope', scopes) ?? 'project';
  const polarity = polarityOf(text);
  const taskPattern = textOption(options, 'taskPattern');
  const branch = topicBranchOf(place);
  const candidate = makeCandidate({
    entityType: textOption(options, 'type') ?? (scope === 'user' ? 'preference' : 'pattern'),
    summary: text,
    observations: [],
    appliesTo: listOf(textOption(options, 'appliesTo')),
    severity: oneOf(input, 'severity', severities) ?? 'medium',
    source: textOption(options, 'source') ?? 'explicit_user_feedback',
    common: false,
    scope,
    ...(scope === 'project' ? compact({ project: place.project.id, branch }) : {}),
    ...(scope === 'user' ? { user: place.user } : {}),
    ...(polarity === undefined ? {} : { polarity }),
    confidence: 1,
    provenance: [{ origin: hasFlag(options, 'agent') ? 'agent' : 'person', at: host.now(), quote: text }],
  });
  return taskPattern === undefined ? candidate : { ...candidate, taskPattern };
}

function answerBlocks({ answer }: LearnPlan, dry: boolean): Block[] {
  const saved = ['saved', 'superseding', 'contradicts'].includes(answer.verdict);
  const at = answer.memoryId === undefined ? '' : ` as ${shortId(answer.memoryId)}`;
  const first: Block = {
    kind: 'line',
    text: saved
      ? `Saved${at}: ${answer.candidate.summary}`
      : `Not saved (${answer.verdict})${at ? `, added to ${at.slice(4)}` : ''}: ${answer.reason}`,
    tone: saved ? 'good' : 'warn',
  };
  const terms = answer.terms
    .map(({ term, points }) => `${term} ${points > 0 ? '+' : ''}${points}`)
    .join(', ');
  const score: Block = {
    kind: 'line',
    text: `Score ${answer.score} of ${answer.threshold}: ${terms || 'no term applies'}`,
  };
  const next: Block[] =
    saved && answer.memoryId
      ? [
          {
            kind: 'line',
            text: `hebb explain ${shortId(answer.memoryId)} tells why; hebb undo takes it back.`,
            tone: 'dim',
          },
        ]
      : [];
  return [...(dry ? [dryLine] : []), first, score, ...next];
}

/** `hebb learn "<text>"`: one stated learning through the same door as every other. */
export const run: Command = async (input): Promise<Report> => {
  const [text = ''] = input.args;
  if (text.trim() === '') {
    throw new HebbError(fail('usage.text', 'nothing to learn', 'hebb learn "<what you know>"').failure, 2);
  }
  const relations = relationsOf(input);
  const store = await input.door.write();
  const finder = finderOf(input, store);
  const here = await findHere(input, finder);
  const candidate = statedCandidate(input, here, text.trim());
  rememberProjects(store, finder);
  const lexicon = lexiconOf(store);
  const { screen } = await openScreen(store, input.host, [candidate]);
  let plan: LearnPlan | undefined;
  store.commit({
    command: 'learn',
    plan: (state) => {
      const policy = store.policy();
      plan = planLearn({
        state,
        candidate,
        relations,
        pairs: pairsForImport([candidate], { state, policy, lexicon }),
        aligned: alignedWithCore([candidate], { state, policy, lexicon }),
        policy,
        now: input.host.now(),
        screen,
        ...(lexicon ? { lexicon } : {}),
      });
      return plan;
    },
  });
  if (!plan) throw new Error('learn made no plan');
  const { verdict, reason } = plan.answer;
  if (verdict === 'blocked' || verdict === 'needs-review')
    addBlocked(store, [{ ...candidate, reason }], input.host.now());
  return {
    exit: 0,
    human: answerBlocks(plan, hasFlag(input.options, 'dryRun')),
    data: { answer: toJson(plan.answer), dryRun: hasFlag(input.options, 'dryRun') },
  };
};
