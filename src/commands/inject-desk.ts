import type { InjectionCall } from '../domain/injection.ts';
import type { Policy } from '../domain/policy.ts';
import { dayOf } from '../domain/time.ts';
import { readSettings, withMemoryConfig } from '../store/config.ts';
import { type HomeKeys, readCoreHead, readHomeKeys } from '../store/home-facts.ts';
import type { Paths } from '../store/paths.ts';
import type { CommandInput } from './command.ts';
import { findSessionPlace, type SessionPlace } from './inject-place.ts';
import { withSwitches } from './inject-policy.ts';

/** Everything around a call. */
export interface InjectDesk {
  readonly input: CommandInput;
  readonly paths: Paths;
  readonly keys: HomeKeys;
  readonly policy: Policy;
  readonly call: InjectionCall;
  readonly place: SessionPlace;
  /** The moment as of which memories are ranked: it does not move between two consolidations, at least within a day. */
  readonly asOf: string;
}

/** What a call is answered from; undefined where hebb never wrote. */
export async function openDesk(input: CommandInput, call: InjectionCall): Promise<InjectDesk | undefined> {
  const { files, paths } = input.door.bare();
  const keys = readHomeKeys(paths);
  if (keys === undefined) return undefined;
  const settings = await readSettings(paths);
  const core = readCoreHead(paths);
  const policy = withMemoryConfig(settings.policy, core.memoryConfig, paths.core);
  const place = await findSessionPlace({ host: input.host, files, paths, cwd: call.cwd });
  const asOf = core.lastConsolidation ?? `${dayOf(input.host.now())}T00:00:00.000Z`;
  const inject = withSwitches(policy.inject, input.host.vars);
  return { input, paths, keys, policy: { ...policy, inject }, call, place, asOf };
}
