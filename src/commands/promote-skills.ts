import { fail, HebbError } from '../domain/failure.ts';
import type { Plan } from '../domain/plan.ts';
import type { Block, Report } from '../domain/report.ts';
import type { State } from '../domain/state.ts';
import { ledgerBlocks } from '../pipeline/ledger-blocks.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import type { Store } from '../store/store.ts';
import { openLanguageModel } from './asked-screen.ts';
import { type CommandInput, groupOf, hasFlag, textOption } from './command.ts';
import { distilWithModel } from './distil-with-model.ts';
import { finderOf, findHere } from './here.ts';
import { type Promotion, type PromotionStage, promoteSkills } from './promotion.ts';
import { cycleBlocks, promotionData, watchBlocks } from './promotion-blocks.ts';
import { exportedBlocks, renewExports } from './skill-export.ts';

function wantedClass({ options }: CommandInput): string | undefined {
  const given = textOption(options, 'class');
  if (given === undefined || /^[0-9a-f]{4,64}$/.test(given)) return given;
  throw new HebbError(
    fail(
      'usage.value',
      `--class ${given}: not a class: at least four digits of its hash`,
      'hebb workflows classes names them',
    ).failure,
    2,
  );
}

async function stageOf(input: CommandInput, store: Store): Promise<PromotionStage> {
  const isNamed = textOption(input.options, 'project') !== undefined;
  const only = isNamed ? (await findHere(input, finderOf(input, store))).place.project.id : undefined;
  const wanted = wantedClass(input);
  const group = groupOf(input.options).group ?? store.newGroup();
  return {
    input,
    store,
    host: input.host,
    policy: store.policy(),
    now: input.host.now(),
    only,
    force: true,
    ...(wanted === undefined ? {} : { wanted }),
    commit: <P extends Plan>(plan: (state: State) => P): P | undefined => {
      let made: P | undefined;
      store.commit({
        command: 'promote',
        group,
        plan: (state) => {
          made = plan(state);
          return made;
        },
      });
      return made;
    },
  };
}

/** A class that was chosen by hand has to be there. */
function requireFound({ cycle }: Promotion, wanted: string | undefined): void {
  const found = cycle ? [...cycle.promoted, ...cycle.refused, ...cycle.skipped, ...cycle.left] : [];
  if (wanted === undefined || !cycle || found.length > 0) return;
  throw fail('class.unknown', `no class of runs begins with ${wanted}`, 'hebb workflows classes names them');
}

const off: Block = {
  kind: 'line',
  text: 'Workflows are switched off (workflows.enabled, HEBB_WORKFLOWS): nothing was looked at.',
  tone: 'warn',
};

function blocksOf(promotion: Promotion): Block[] {
  if (!promotion.enabled) return [off];
  const blocks = [...cycleBlocks(promotion, true), ...watchBlocks(promotion)];
  const made = promotion.cycle?.promoted.length ?? 0;
  return made > 0 ? blocks : [{ kind: 'line', text: 'No class of runs became a skill.' }, ...blocks];
}

/** `hebb promote --skills [--class H]`: what is done again and again with success comes on trial, what no longer works goes. */
export async function promoteToSkills(input: CommandInput): Promise<Report> {
  const store = await input.door.write();
  const stage = await stageOf(input, store);
  const model = await openLanguageModel(store, input.host);
  const promotion = await promoteSkills({
    ...stage,
    ...(model ? { distil: (task) => distilWithModel(task, model) } : {}),
  });
  requireFound(promotion, stage.wanted);
  const exported = await renewExports({ store, host: input.host });
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: 0,
    human: [
      ...(dry ? [dryLine] : []),
      ...blocksOf(promotion),
      ...exportedBlocks(exported),
      ...ledgerBlocks(model?.ledger()),
    ],
    data: { ...promotionData(promotion), dryRun: dry },
  };
}
