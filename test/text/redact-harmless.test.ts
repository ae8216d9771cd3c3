import { describe, expect, it } from 'vitest';
import { redact } from '../../src/text/redact.ts';
import { digits, hex, letters, lower, mixed, pick, seedRandom } from './secret-shapes.ts';

const harmless: readonly (readonly [string, readonly string[]])[] = [
  [
    'documented examples and fillers',
    [
      'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
      'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      'STRIPE_KEY=sk_test_xxxxxxxxxxxxxxxxxxxxxxxx',
      'API_KEY=your-api-key-here',
      'api_key: <token>',
      'token: xxxxxxxxxxxxxxxxxxxx',
      'password: ********',
      'GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'https://user:password@example.com',
      'postgres://postgres:postgres@localhost:5432/app',
    ],
  ],
  [
    'references',
    [
      'password: $' + '{DB_PASSWORD}',
      'export TOKEN=$(gh auth token)',
      'const key = process.env.STRIPE_SECRET_KEY',
      'secret_key = os.environ["SECRET_KEY"]',
      'password: {{ secret }}',
      'NPM_TOKEN: $' + '{{ secrets.NPM_TOKEN }}',
      'Authorization: Bearer $TOKEN',
      'curl -u "$USER:$PASS" https://x.test',
      'password: "@env:DB_PASS"',
      'token = "op://vault/item1/field2"',
      'apiKey: this.configService.get("API_KEY_2"),',
    ],
  ],
  [
    'code',
    [
      'const token = getToken()',
      'let password = req.body.password;',
      'const token2 = tokens[index1];',
      'function validatePassword(password: string, min = 8): boolean {',
      'password: z.string().min(8).max(100)',
      'password_hash = hashlib.sha256(pw.encode()).hexdigest()',
      "import { PasswordService2 } from './password-service2';",
      'ALTER TABLE users ADD COLUMN password varchar(255)',
      '<input id="password" type="password" class="mt-1 w-full">',
      'pad_token_id=50256, eos_token="</s>"',
      'exports.loadGCPCredentials = loadGCPCredentials;',
      'self, private_key: ed25519.Ed25519PrivateKey, f_priv: _FragList',
      'MovedAttribute("HTTPPasswordMgr", "urllib2", "urllib.request"),',
      'token_number = self.tokens_taken+len(self.tokens)',
      '"pgpass": "1.0.5",',
      'secretKeyRef: {name: db-creds-1, key: password}',
    ],
  ],
  [
    'words and names',
    [
      'the bare word "password" and a password',
      'key_name: prod-db-key-1',
      'vault_name = "web21prod24021"',
      'csrf_token = "Mj2qykJO5rELyHgezQ69nzUX0i3OH67V7"',
      'nextPageToken: "CAoQAA12345678abcdef"',
      'org.springframework.security:spring-security-oauth2-client:6.2.1',
      'JWT_EXPIRES_IN=15m',
      '"max_tokens": 4096, "input_tokens": 1234567890',
      'host: db-1.prod.internal.example.com',
      'ok 1 - password reset2',
      'the header -----BEGIN RSA PRIVATE KEY----- is missing',
      'docker run -u 1000:1000 -p 8080:80 nginx',
      'mkdir -p src/app1/foo2 && ssh -p 2222 user@host',
      '.btn:hover{color:#ff00aa;--token-color-1:#fff}',
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
      'toolUseId: "toolu_01A09q90qw90lq917835lq9"',
    ],
  ],
];

describe.each(harmless)('%s', (_, lines) => {
  it.each(lines)('%s', (line) => {
    expect(redact(line).text).toBe(line);
  });
});

const makers: readonly ((random: () => number) => string)[] = [
  (random) => `commit ${pick(random, hex, 40)}`,
  (random) => `${pick(random, hex, 7)} fix: refresh the token in ${pick(random, lower, 6)}.ts`,
  (random) => `id: ${[8, 4, 4, 4, 12].map((length) => pick(random, hex, length)).join('-')}`,
  (random) => `      "integrity": "sha512-${pick(random, `${mixed}+/`, 86)}==",`,
  (random) => `  checksum: ${pick(random, hex, 64)}`,
  (random) => `sha256:${pick(random, hex, 64)}: Pulling from library/${pick(random, lower, 5)}`,
  (random) =>
    `github.com/${pick(random, lower, 6)}/${pick(random, lower, 5)} v1.${pick(random, digits, 2)}.0 h1:${pick(random, mixed, 43)}=`,
  (random) =>
    `"${pick(random, lower, 8)}": "^${pick(random, digits, 1)}.${pick(random, digits, 2)}.${pick(random, digits, 1)}",`,
  (random) =>
    `    at ${pick(random, letters, 9)} (/app/src/auth/${pick(random, lower, 6)}-token.ts:${pick(random, digits, 2)}:7)`,
  (random) =>
    `implementation 'com.${pick(random, lower, 6)}:${pick(random, lower, 5)}-api:${pick(random, digits, 1)}.${pick(random, digits, 2)}.1'`,
  (random) =>
    `const ${pick(random, lower, 5)}Token = await client.${pick(random, lower, 6)}Token(user.id${pick(random, digits, 1)});`,
  (random) => `uses: actions/checkout@${pick(random, hex, 40)}`,
  (random) =>
    `GET /api/${pick(random, lower, 6)}/${pick(random, digits, 6)}?page=2&sort=key 200 ${pick(random, digits, 2)}ms`,
  (random) => `trace_id=${pick(random, hex, 32)} span_id=${pick(random, hex, 16)}`,
  (random) =>
    `src/${pick(random, lower, 7)}/${pick(random, lower, 9)}-password.test.ts  |  ${pick(random, digits, 2)} ++--`,
  (random) => `ETag: "${pick(random, hex, 40)}"`,
  (random) => `background: url(data:image/png;base64,${pick(random, `${mixed}+/`, 120)})`,
  (random) => `arn:aws:iam::${pick(random, digits, 12)}:role/${pick(random, lower, 8)}`,
  (random) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${pick(random, mixed, 43)} me@host`,
  (random) =>
    `The user said: keep the secret ${pick(random, lower, 6)} out of ${pick(random, lower, 5)}${pick(random, digits, 1)}.`,
];

describe('1,000 lines that hold no secret', () => {
  it('are masked in at most 1 % of cases', () => {
    const random = seedRandom(20);
    const lines = Array.from({ length: 1000 }, (_, index) => makers[index % makers.length]?.(random) ?? '');
    const masked = lines.filter((line) => redact(line).found.length > 0);
    expect(masked.length, masked.slice(0, 12).join('\n')).toBeLessThanOrEqual(10);
    expect(redact(lines.join('\n')).found.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(10);
  });
});
