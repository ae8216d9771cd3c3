import { describe, expect, it } from 'vitest';
import { commandShape, isCheck, isLooking, packagesOf } from '../../src/pipeline/command-shape.ts';

describe('commandShape', () => {
  it.each([
    ['npm test', 'npm test'],
    ['npm run lint', 'npm run lint'],
    ['npm run lint -- --fix', 'npm run lint'],
    ['npm --prefix web run build', 'npm run build'],
    ['npm run -w api test:unit', 'npm run test:unit'],
    ['cd packages/web && pnpm test', 'pnpm test'],
    ['pnpm --filter web build', 'pnpm build'],
    ['CI=1 FOO="a b" yarn lint', 'yarn lint'],
    ['sudo -u postgres /usr/bin/make -j4 install', 'make install'],
    ['npx vitest run src', 'vitest'],
    ['npx --yes -p prisma@5 prisma migrate dev', 'prisma migrate dev'],
    ['pnpm exec tsc --noEmit', 'tsc'],
    ['./node_modules/.bin/eslint .', 'eslint'],
    ['env NODE_ENV=test timeout 60 node --test test/a.js', 'node test'],
    ['node --test', 'node test'],
    ['node test/a.js', 'node a.js'],
    ['time cargo +nightly clippy -- -D warnings', 'cargo clippy'],
    ['poetry run pytest -q', 'pytest'],
    ['python -m pytest tests', 'pytest'],
    ['python3 manage.py migrate --noinput', 'python3 manage.py migrate'],
    ['python -c "print(1)"', 'python'],
    ['bundle exec rspec spec/a_spec.rb', 'rspec'],
    ['bash -lc "cd x && npm ci"', 'npm ci'],
    ['bash scripts/release.sh 1.2', 'bash release.sh'],
    ['./gradlew :app:test', 'gradlew'],
    ['git -C ../other commit -m "x; rm -rf /"', 'git commit'],
    ['git add -A && git commit -m x', 'git commit'],
    ['git add -A', 'git add'],
    ['export A=1; source .venv/bin/activate; pip install -r requirements.txt', 'pip install'],
    ['docker compose -f dev.yml up -d', 'docker compose up'],
    ['kubectl -n prod get pods', 'kubectl get'],
    ['mix test --seed 0 2>&1 | tail -50', 'mix test'],
    ['echo hello', 'echo'],
    ['ls -la | head', 'ls'],
    ['npx', 'npx'],
    ['FOO=1', ''],
    ['', ''],
  ])('%s → %s', (line, shape) => {
    expect(commandShape(line).shape).toBe(shape);
  });

  it.each([
    ['npm test', false],
    ['cd a && npm test', false],
    ['npm test && npm run lint', false],
    ['npm test 2>&1', false],
    ['npm test > log.txt', false],
    ['npm test;', false],
    ['npm test | tail -5', true],
    ['npm test || true', true],
    ['npm test; echo done', true],
    ['npm test && git log | head', true],
    ['npm start &', true],
    ['bash -c "npm test | tail"', true],
    ['echo a; npm test', false],
  ])('exit status of %s hidden: %s', (line, masked) => {
    expect(commandShape(line).masked).toBe(masked);
  });
});

describe('isCheck', () => {
  it.each([
    'npm test',
    'npm t',
    'npm run test:unit',
    'npm run lint',
    'pnpm build',
    'yarn typecheck',
    'vitest',
    'tsc',
    'cargo test',
    'go vet',
    'make check',
    'mix compile',
    'pytest',
    'eslint',
    'dotnet build',
    'python manage.py test',
    'gradlew test',
    'npm run type-check',
    'pnpm vitest',
    'yarn tsc',
    'node test',
    'node cart.test.mjs',
    'python3 test_cart.py',
  ])('%s checks', (shape) => {
    expect(isCheck(shape)).toBe(true);
  });
  it.each([
    'npm install',
    'npm ci',
    'npm run dev',
    'git commit',
    'node a.js',
    'docker compose up',
    'cargo run',
    'make install',
    'ls',
    '',
    'docker build',
  ])('%s does not', (shape) => {
    expect(isCheck(shape)).toBe(false);
  });
});

it.each([
  ['grep', true],
  ['git status', true],
  ['ls', true],
  ['npm ls', true],
  ['git commit', false],
  ['npm test', false],
  ['make', false],
])('%s only looks: %s', (shape, looking) => {
  expect(isLooking(shape)).toBe(looking);
});

it.each([
  ['npm install -D vite@6 @types/node zod', ['vite', '@types/node', 'zod']],
  ['pip install "requests==2.1" -r requirements.txt', ['requests']],
  ['npm install', []],
  ['cargo add serde --features derive', ['serde', 'derive']],
  ['npm test vite', []],
])('packages of %s', (line, packages) => {
  expect(packagesOf(commandShape(line))).toEqual(packages);
});
