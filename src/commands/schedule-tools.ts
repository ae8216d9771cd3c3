import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Host } from '../domain/host.ts';
import { showForeign } from '../models/show-foreign.ts';

/** Milliseconds after which a tool of the system is given up. */
const toolLimitMs = 20_000;

/** What a tool of the system said. */
export interface Said {
  /** Null when it could not be started or was given up. */
  readonly status: number | null;
  /** Byte for byte, one character a byte: what is written back must be what was read. */
  readonly output: string;
  /** What it complained of, fit for a message. */
  readonly complaint: string;
}

function isProgram(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.X_OK);
    return fs.statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Absolute path of a program, by the PATH that this process was given; undefined where there is none. */
export function findProgram(name: string, { vars }: Pick<Host, 'vars'>): string | undefined {
  const folders = (vars.PATH ?? '').split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

/** A call of a tool; `input` is text of one character a byte. */
export interface ToolCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly input?: string;
}

/** Runs a tool of the system to its end, without a shell and in plain English. */
export function runTool({ program, args, input = '' }: ToolCall, { vars }: Pick<Host, 'vars'>): Said {
  const ended = spawnSync(program, args, {
    env: { ...vars, LC_ALL: 'C' },
    input: Buffer.from(input, 'latin1'),
    timeout: toolLimitMs,
    maxBuffer: 16 * 1_048_576,
    windowsHide: true,
  });
  const errors = ended.stderr?.toString('utf8') ?? '';
  return {
    status: ended.status,
    output: ended.stdout?.toString('latin1') ?? '',
    complaint: showForeign(errors || ended.error?.message || 'it gave no reason'),
  };
}
