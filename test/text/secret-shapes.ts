/** One kind of secret: how it is written, and the part that must not survive. */
export interface Shape {
  readonly name: string;
  readonly text: string;
  readonly body: string;
}

/** A generator of numbers in [0, 1) that gives the same row for the same seed (mulberry32). */
export function seedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const lower = 'abcdefghijklmnopqrstuvwxyz';
export const digits = '0123456789';
export const hex = '0123456789abcdef';
export const letters = lower + lower.toUpperCase();
export const mixed = letters + digits;

/** `length` random characters of an alphabet. */
export const pick = (random: () => number, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)] ?? '').join('');

// A password as people make them: letters, digits and a sign or two.
const password = (random: () => number): string =>
  `${pick(random, letters, 5)}${pick(random, digits, 2)}${pick(random, '!@#*?', 1)}${pick(random, mixed, 4)}`;

const base64 = (text: string): string => Buffer.from(text).toString('base64url');

type Make = (random: () => number) => {
  readonly before: string;
  readonly body: string;
  readonly after?: string;
};

const token =
  (before: string, alphabet: string, length: number, after = ''): Make =>
  (random) => ({ before, body: pick(random, alphabet, length), after });

const named =
  (before: string, after = ''): Make =>
  (random) => ({ before, body: password(random), after });

// Prefixes are cut in two, so that no line of this file looks like a token.
const makers: Readonly<Record<string, Make>> = {
  github: token('gh' + 'p_', mixed, 36),
  'github server': token('gh' + 's_', mixed, 36),
  'github fine-grained': token('github' + '_pat_', mixed, 82),
  gitlab: token('gl' + 'pat-', mixed, 20),
  'gitlab deploy': token('gl' + 'dt-', mixed, 20),
  'aws id': token('AK' + 'IA', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16),
  'aws secret': token('aws_secret_access_key = ', `${mixed}+/`, 40),
  'gcp key': token('AI' + 'za', mixed, 35),
  'gcp oauth': token('GOC' + 'SPX-', mixed, 28),
  'azure storage': token('AccountKey=', mixed, 86, '=='),
  'azure client': (random) => ({
    before: '',
    body: `${pick(random, mixed, 3)}8Q~${pick(random, mixed, 34)}`,
  }),
  'azure sas': token('https://a.blob.core.windows.net/c?sv=2022-11-02&sig=', mixed, 43, '%3D'),
  slack: (random) => ({
    before: 'xo' + 'xb-',
    body: `${pick(random, digits, 12)}-${pick(random, digits, 12)}-${pick(random, mixed, 24)}`,
  }),
  'slack app': (random) => ({
    before: 'xa' + 'pp-1-A',
    body: `${pick(random, digits, 9)}-${pick(random, digits, 12)}-${pick(random, hex, 64)}`,
  }),
  'slack webhook': (random) => ({
    before: 'https://hooks.slack' + '.com/services/',
    body: `T${pick(random, digits, 8)}/B${pick(random, digits, 8)}/${pick(random, mixed, 24)}`,
  }),
  stripe: token('sk' + '_live_', mixed, 24),
  'stripe restricted': token('rk' + '_live_', mixed, 24),
  'stripe webhook': token('wh' + 'sec_', mixed, 32),
  twilio: token('S' + 'K', hex, 32),
  sendgrid: (random) => ({
    before: 'S' + 'G.',
    body: `${pick(random, mixed, 22)}.${pick(random, mixed, 43)}`,
  }),
  npm: token('np' + 'm_', mixed, 36),
  pypi: token('py' + 'pi-AgEIcHlwaS5vcmc', mixed, 120),
  openai: (random) => ({
    before: 's' + 'k-',
    body: `${pick(random, mixed, 20)}T3Blbk${'FJ'}${pick(random, mixed, 20)}`,
  }),
  'openai project': token('sk' + '-proj-', mixed, 124),
  anthropic: token('sk' + '-ant-api03-', mixed, 93, 'AA'),
  huggingface: token('h' + 'f_', letters, 34),
  digitalocean: token('dop' + '_v1_', hex, 64),
  heroku: token('HR' + 'KU-', mixed, 58),
  telegram: (random) => ({ before: '', body: `6${pick(random, digits, 9)}:AA${pick(random, mixed, 33)}` }),
  discord: (random) => ({
    before: '',
    body: `M${pick(random, mixed, 25)}.${pick(random, mixed, 6)}.${pick(random, mixed, 38)}`,
  }),
  mailgun: token('ke' + 'y-', hex, 32),
  mailchimp: token('', hex, 32, '-us12'),
  shopify: token('shp' + 'at_', hex, 32),
  square: token('sq0' + 'atp-', mixed, 22),
  datadog: token('DD_API_KEY=', hex, 32),
  newrelic: token('NR' + 'AK-', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 27),
  sentry: token('sntr' + 'yu_', hex, 64),
  vault: token('hv' + 's.', mixed, 90),
  doppler: token('dp' + '.pt.', mixed, 43),
  linear: token('lin' + '_api_', mixed, 40),
  notion: (random) => ({
    before: 'nt' + 'n_',
    body: `${pick(random, digits, 11)}${pick(random, mixed, 35)}`,
  }),
  atlassian: token('ATA' + 'TT3', mixed, 180),
  databricks: token('da' + 'pi', hex, 32),
  grafana: (random) => ({ before: 'gl' + 'sa_', body: `${pick(random, mixed, 32)}_${pick(random, hex, 8)}` }),
  groq: token('gs' + 'k_', mixed, 52),
  jwt: (random) => ({
    before: '',
    body: `${base64('{"alg":"HS256","typ":"JWT"}')}.${base64(`{"sub":"${pick(random, digits, 9)}"}`)}.${pick(random, mixed, 43)}`,
  }),
  'private key': (random) => ({
    before: `-----BEGIN RSA ${'PRIVATE'} KEY-----\n`,
    body: [64, 64, 40].map((length) => pick(random, mixed, length)).join('\n'),
    after: `\n-----END RSA ${'PRIVATE'} KEY-----`,
  }),
  'cut private key': (random) => ({
    before: `-----BEGIN ${'PRIVATE'} KEY-----\n`,
    body: [64, 64, 31].map((length) => pick(random, mixed, length)).join('\n'),
  }),
  'env password': named('DB_PASSWORD='),
  'quoted password': named('password = "', '"'),
  'yaml password': named('  password: '),
  'ruby password': named(":passwd => '", "'"),
  'xml password': named('<password>', '</password>'),
  'postgres url': named('postgres://app:', '@db.internal:5432/shop'),
  'redis url': named('redis://:', '@cache.internal:6379/0'),
  'jdbc url': named('jdbc:mysql://db/shop?user=app&password=', '&useSSL=true'),
  'ado connection': named('Server=db;Database=shop;User Id=sa;Password=', ';Encrypt=True'),
  'mysql flag': named("mysql -u root -p'", "' shop"),
  'long flag': named('deploy --password ', ' --yes'),
  bearer: token('Authorization: Bearer ', mixed, 40),
  basic: (random) => ({ before: 'Authorization: Basic ', body: base64(`app:${password(random)}`) }),
  'curl user': named("curl -u 'app:", "' https://api.internal/v1"),
  'generic api key': token('api_key: "', mixed, 32, '"'),
  'export token': token('export SERVICE_TOKEN=', mixed, 28),
  'k8s env': named('- name: DB_PASSWORD\n  value: "', '"'),
};

/** All shapes with bodies drawn from a seed. */
export function makeShapes(seed: number): Shape[] {
  const random = seedRandom(seed);
  return Object.entries(makers).map(([name, make]) => {
    const { before, body, after = '' } = make(random);
    return { name, text: before + body + after, body };
  });
}

/** Pieces of eight characters of a body that still stand in a text; line breaks and escapes aside. */
export function findSurvivors(body: string, text: string): string[] {
  const survivors: string[] = [];
  for (const line of body.split('\n')) {
    for (let at = 0; at + 8 <= line.length; at += 1) {
      if (text.includes(line.slice(at, at + 8))) survivors.push(line.slice(at, at + 8));
    }
  }
  return survivors;
}
