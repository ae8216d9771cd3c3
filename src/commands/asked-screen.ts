import { setTimeout } from 'node:timers/promises';
import type { Candidate } from '../domain/candidate.ts';
import type { Host } from '../domain/host.ts';
import type { ModelLedger } from '../domain/model-ledger.ts';
import { askQuestions } from '../models/ask-questions.ts';
import { createLanguageModel } from '../models/create-model.ts';
import type { MeteredModel } from '../models/language.ts';
import { applyScreenAnswers, type ModelScreens, screenQuestions } from '../pipeline/model-questions.ts';
import type { Store } from '../store/store.ts';

/** The model that the home's config names; undefined when it names none. One a run: caps and ledger are its own. */
export const openLanguageModel = (store: Store, host: Host): Promise<MeteredModel | undefined> =>
  createLanguageModel(store.settings.models.language, {
    vars: host.vars,
    userHome: host.userHome,
    folder: store.paths.home,
    fetch: (url, init) => fetch(url, init),
    wait: setTimeout,
  });

/** What a model said of candidates, and what it has cost so far. */
export interface AskedScreen {
  readonly screens: ModelScreens;
  readonly ledger: ModelLedger | undefined;
}

/**
 * Asks the model about candidates, once, before import plans with the answers (`withModelScreen`). Hand in only those
 * that the own screen lets pass: what it holds is not for a model to see. Without a model nothing is asked.
 */
export async function askedScreen(
  candidates: readonly Candidate[],
  model: MeteredModel | undefined,
): Promise<AskedScreen> {
  if (!model) return { screens: undefined, ledger: undefined };
  const answers = await askQuestions(model, screenQuestions(candidates));
  return { screens: applyScreenAnswers(candidates, answers), ledger: model.ledger() };
}
