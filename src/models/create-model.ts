import type { CommandModelSettings, HttpModelSettings, LanguageSettings } from '../domain/model-settings.ts';
import type { LanguageModel, MeteredModel, ModelHost } from './language.ts';

/**
 * The language model that the home's config names, with its account and caps; undefined when it names none. The code
 * that can start a program or reach the network is loaded only here, and only that of the kind that is named.
 */
export async function createLanguageModel(
  settings: LanguageSettings,
  host: ModelHost,
): Promise<MeteredModel | undefined> {
  if (settings.kind === 'none') return undefined;
  const [{ meterModel }, { withRetries }] = await Promise.all([import('./meter.ts'), import('./retry.ts')]);
  const metered = meterModel(await attemptOf(settings, host), nameOf(settings), settings);
  return { ...metered, ask: withRetries(metered.ask, host.wait) };
}

const nameOf = (settings: CommandModelSettings | HttpModelSettings): string =>
  `${settings.kind} ${settings.kind === 'command' ? settings.argv.join(' ') : settings.model}`;

async function attemptOf(
  settings: CommandModelSettings | HttpModelSettings,
  host: ModelHost,
): Promise<LanguageModel> {
  if (settings.kind === 'command') return (await import('./command-model.ts')).commandModel(settings, host);
  const { httpModel } = await import('./http-model.ts');
  const dialect =
    settings.kind === 'anthropic'
      ? (await import('./anthropic.ts')).anthropicDialect
      : (await import('./openai-compatible.ts')).openaiDialect;
  return httpModel(settings, dialect, host);
}
