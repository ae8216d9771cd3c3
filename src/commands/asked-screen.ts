import type { Candidate } from '../domain/candidate.ts';
import type { Host } from '../domain/host.ts';
import type { ModelLedger } from '../domain/model-ledger.ts';
import { askQuestions } from '../models/ask-questions.ts';
import { createLanguageModel } from '../models/create-model.ts';
import type { MeteredModel } from '../models/language.ts';
import {
  applyScreenAnswers,
  type ModelScreens,
  screenQuestions,
  withModelScreen,
} from '../pipeline/model-questions.ts';
import { screenCandidate } from '../pipeline/screen-candidate.ts';
import type { Screen } from '../pipeline/screen-masked.ts';
import type { Store } from '../store/store.ts';
import { modelHost } from './model-host.ts';

/** The model that the home's config names; undefined when it names none. One a run: caps and ledger are its own. */
export const openLanguageModel = (store: Store, host: Host): Promise<MeteredModel | undefined> =>
  createLanguageModel(store.settings.models.language, modelHost(host, store.paths.home));

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

/**
 * The screen that candidates meet on every path: the built-in one, and behind it the model's verdicts where the home's
 * config names a model. The model is asked once, about what the built-in screen lets pass.
 */
export async function openScreen(
  store: Store,
  host: Host,
  candidates: readonly Candidate[],
): Promise<{ screen: Screen; ledger: ModelLedger | undefined }> {
  const model = await openLanguageModel(store, host);
  if (!model) return { screen: screenCandidate, ledger: undefined };
  const passing = candidates.filter((candidate) => screenCandidate(candidate).verdict === 'pass');
  const { screens, ledger } = await askedScreen(passing, model);
  return { screen: withModelScreen(screenCandidate, screens), ledger };
}
