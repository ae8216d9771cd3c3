import { sha256Of } from '../domain/identity.ts';
import { isOwnTool } from '../domain/own-agent.ts';
import type { Run, Step } from '../domain/run.ts';
import type { RunClass } from '../domain/run-class.ts';
import { languageOf } from '../text/languages.ts';
import { commandRules as rules } from './command-rules.ts';
import { commandUnits } from './command-units.ts';
import { foldLoops } from './fold-loops.ts';
import { pathKind } from './git-rules.ts';
import { isSkillTool } from './skill-of.ts';

/** Languages that are written in files of more than one kind, and what they are written in. */
const LANGUAGES: Readonly<Record<string, string>> = { tsx: 'typescript', jsx: 'javascript' };

/** Kind of a file: its own name where every project has one so named, else its language or ending, and whether it is a test. */
function fileKind(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (rules.publicFiles.has(name)) return name;
  const ending = /\.([a-z0-9]{1,10})$/.exec(name.toLowerCase())?.[1] ?? 'file';
  const language = languageOf(path) ?? ending;
  const kind = language === 'data' || language === 'prose' ? ending : (LANGUAGES[language] ?? language);
  return pathKind(path) === 'test' ? `${kind} test` : kind;
}

/** An edit by its own tool, or a patch that was given to a shell. */
const isEditStep = ({ tool, command, argKeys, files }: Step): boolean =>
  rules.editTools.has(tool.toLowerCase()) ||
  (command === undefined && files.length > 0 && argKeys.includes('command'));

/** `mcp server/tool` of the names that clients give it: `mcp__server__tool`, `server__tool`, `mcp_server_tool`. */
function mcpUnit(tool: string): string | undefined {
  const [, server, name] =
    /^(?:mcp__)?(\w[\w-]*?)__(\w.*)$/.exec(tool) ?? /^mcp_([A-Za-z0-9-]+)_(\w.*)$/.exec(tool) ?? [];
  return server === undefined ? undefined : `mcp ${server}/${name}`;
}

/** What a step does; nothing for a step that is hebb's, looks around, opens a skill, or that the person refused. */
function unitsOfStep(step: Step): string[] {
  const { tool, command, files } = step;
  const name = tool.toLowerCase();
  const isAside = step.refused || step.agentId !== undefined;
  if (isAside || isOwnTool(tool) || isSkillTool(tool)) return [];
  if (isEditStep(step)) return command === 'view' ? [] : editUnits(files);
  if (command !== undefined) return commandUnits(command);
  return rules.glanceTools.has(name) ? [] : [mcpUnit(tool) ?? tool];
}

const editUnits = (files: readonly string[]): string[] =>
  files.length === 0 ? ['edit file'] : [...new Set(files.map((file) => `edit ${fileKind(file)}`))];

/**
 * What the class of a run is made of, in order: what its steps do, whatever their files, values and success, without hebb's own steps and
 * without looking around (docs/workflows.md says why); loops are folded. Empty when no step counts.
 */
export const classUnits = (steps: readonly Step[]): string[] => foldLoops(steps.flatMap(unitsOfStep));

/** Hash of units: SHA-256 in hex. */
export const hashOfUnits = (units: readonly string[]): string => sha256Of(units.join('\n'));

/** The class of a whole run; undefined when no step counts. */
export function classOf({ steps }: Pick<Run, 'steps'>): RunClass | undefined {
  const units = classUnits(steps);
  return units.length === 0 ? undefined : { hash: hashOfUnits(units), kind: 'run', units };
}
