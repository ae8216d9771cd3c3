import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A person's machine for one client: a home folder with an awkward name, and a project in it. */
export interface World {
  readonly userHome: string;
  readonly project: string;
}

/** What a client printed, and how it ended. */
export interface Session {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

/** A real client that a test drives without a person. */
export interface RealClient {
  readonly name: 'claude-code' | 'codex' | 'gemini' | 'opencode';
  /** The program, or undefined where it is not installed. `HEBB_TEST_<NAME>` names it, else PATH is asked. */
  readonly program: string | undefined;
  /** Puts settings there that point it to the model; hooks come from hebb alone. */
  prepare(world: World, modelUrl: string): void;
  /** Arguments for one prompt without a person. */
  args(prompt: string): readonly string[];
  vars(world: World, modelUrl: string): Readonly<Record<string, string>>;
}

function programOf(name: string, command: string): string | undefined {
  const named = process.env[`HEBB_TEST_${name.toUpperCase().replace('-', '_')}`];
  if (named !== undefined) return existsSync(named) ? named : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path));
}

const put = (folder: string, name: string, text: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
};

const claude: RealClient = {
  name: 'claude-code',
  program: programOf('claude', 'claude'),
  prepare: ({ userHome }) => mkdirSync(join(userHome, '.claude'), { recursive: true }),
  args: (prompt) => ['-p', prompt, '--output-format', 'json', '--dangerously-skip-permissions'],
  vars: (_world, url) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'scripted',
    IS_SANDBOX: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
};

const codex: RealClient = {
  name: 'codex',
  program: programOf('codex', 'codex'),
  prepare: ({ userHome }, url) =>
    put(
      join(userHome, '.codex'),
      'config.toml',
      `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
requires_openai_auth = false
`,
    ),
  args: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', prompt],
  vars: () => ({ SCRIPTED_KEY: 'scripted' }),
};

const gemini: RealClient = {
  name: 'gemini',
  program: programOf('gemini', 'gemini'),
  prepare: ({ userHome }) =>
    put(
      join(userHome, '.gemini'),
      'settings.json',
      `{
  // What the person set before hebb came.
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "general": { "disableAutoUpdate": true, "disableUpdateNag": true },
  "privacy": { "usageStatisticsEnabled": false }
}
`,
    ),
  args: (prompt) => ['-p', prompt, '--yolo'],
  vars: (_world, url) => ({
    GEMINI_API_KEY: 'scripted',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
};

const opencode: RealClient = {
  name: 'opencode',
  program: programOf('opencode', 'opencode'),
  prepare: ({ userHome }, url) =>
    put(
      join(userHome, '.config', 'opencode'),
      'opencode.json',
      JSON.stringify({
        model: 'scripted/scripted',
        autoupdate: false,
        share: 'disabled',
        permission: { '*': 'allow' },
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            name: 'scripted',
            options: { baseURL: `${url}/v1`, apiKey: 'scripted' },
            models: { scripted: { name: 'scripted', limit: { context: 100_000, output: 4000 } } },
          },
        },
      }),
    ),
  args: (prompt) => ['run', prompt],
  vars: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
};

/** Every client that can be driven, by its name. */
export const realClients = { claude, codex, gemini, opencode } as const;

/** Runs one prompt to its end; a client that hangs is stopped after `limitMs`. */
export function runClient(
  client: RealClient,
  {
    world,
    modelUrl,
    prompt,
    limitMs = 90_000,
  }: {
    readonly world: World;
    readonly modelUrl: string;
    readonly prompt: string;
    readonly limitMs?: number;
  },
): Promise<Session> {
  const env = {
    PATH: process.env.PATH,
    HOME: world.userHome,
    TMPDIR: process.env.TMPDIR,
    TERM: 'dumb',
    HEBB_USER: 'ann',
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...client.vars(world, modelUrl),
  };
  const child = spawn(client.program ?? '', client.args(prompt), {
    cwd: world.project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit) => {
      clearTimeout(timer);
      resolve({ exit, ...said });
    });
  });
}
