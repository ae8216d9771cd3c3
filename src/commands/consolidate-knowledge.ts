import { type Json, toJson } from '../domain/json.ts';
import type { Block } from '../domain/report.ts';
import { ledgerBlocks } from '../pipeline/ledger-blocks.ts';
import { openLanguageModel } from './asked-screen.ts';
import type { CommandInput } from './command.ts';
import { consolidateProfiles, profileBlock } from './consolidate-profile.ts';
import { consolidateSkills, type SkillLine, type SkillStage } from './consolidate-skills.ts';
import { consolidateVectors } from './consolidate-vectors.ts';
import { distilWithModel } from './distil-with-model.ts';
import { placeBlocks, placeData, renewBlocks } from './export-blocks.ts';
import { promoteSkills } from './promotion.ts';
import { cycleBlocks, promotionData, watchBlocks } from './promotion-blocks.ts';
import { exportedBlocks, renewExports } from './skill-export.ts';

/** What a run made of the memories that it leaves, for people and for `--json`. */
export interface Knowledge {
  readonly blocks: readonly Block[];
  readonly data: { readonly [key: string]: Json };
}

/** A run that left the memories as they are made nothing of them. */
export const noKnowledge: Knowledge = {
  blocks: [],
  data: { skills: [], promotion: null, profiles: [], model: null, embedded: null, blocks: [] },
};

/**
 * What is compiled from memories and runs, after everything that changes them: skills, profiles, vectors, and the copies of skills
 * that clients read. One model for all, so that its caps and account are those of the run.
 */
export async function consolidateKnowledge(
  stage: Omit<SkillStage, 'distil'> & { readonly dry: boolean; readonly input: CommandInput },
): Promise<Knowledge> {
  const { store, host } = stage;
  const model = await openLanguageModel(store, host);
  const writing: SkillStage & { readonly input: CommandInput } = {
    ...stage,
    ...(model ? { distil: (task) => distilWithModel(task, model) } : {}),
  };
  const skills = await consolidateSkills(writing);
  const promotion = await promoteSkills({ ...writing, force: false });
  const profiles = await consolidateProfiles({ ...stage, ...(model ? { model } : {}) });
  const vectors = await consolidateVectors(store, host, stage.dry);
  const exported = await renewExports({ store, host });
  const renewed = await renewBlocks({ store, host, dry: stage.dry });
  const ledger = model?.ledger();
  const asked = ledger && (ledger.calls > 0 || ledger.capped !== null) ? ledger : undefined;
  return {
    blocks: [
      ...skills.map(skillBlock),
      ...cycleBlocks(promotion, false),
      ...watchBlocks(promotion),
      ...profiles.map(profileBlock),
      ...exportedBlocks(exported),
      ...placeBlocks(renewed, 'Block for agents renewed'),
      ...ledgerBlocks(asked),
      ...vectors.blocks,
    ],
    data: {
      skills: toJson(skills),
      promotion: promotionData(promotion),
      profiles: toJson(profiles),
      model: asked ? toJson(asked) : null,
      embedded: vectors.data,
      blocks: placeData(renewed),
    },
  };
}

const skillBlock = ({ slug, kind, version, why, refused, notes = [] }: SkillLine): Block =>
  refused
    ? { kind: 'item', text: `No skill ${slug} yet: ${why}`, detail: refused.slice(0, 3), tone: 'warn' }
    : {
        kind: 'item',
        text: `Skill ${slug}${version === undefined ? '' : ` version ${version}`} (${kind}): ${why}`,
        ...(notes.length > 0 ? { detail: notes } : {}),
        tone: 'good',
      };
