import { describe, expect, it } from 'vitest';
import { commandUnits } from '../../src/pipeline/command-units.ts';

/** Lines of one meaning each row: the units, and ways to write them that agents use. */
const table: readonly (readonly [units: readonly string[], ...lines: readonly string[]])[] = [
  [
    ['run mix test --seed'],
    'mix test --seed 0 2>&1 | tail -50',
    'mix test --seed=7 test/shop/cart_test.exs',
    'cd ~/work/shop && mix test test/a_test.exs:41 --seed 0',
    'MIX_ENV=test mix test --seed 12 > /tmp/out.txt',
  ],
  [['run mix test'], 'mix test', 'mix test 2>&1 | tail -5', 'git status && mix test'],
  [['run mix credo --strict'], 'mix credo --strict 2>&1 | head -100', 'cd api; mix credo --strict lib/a.ex'],
  [
    ['run mix compile --warnings-as-errors'],
    'mix compile --warnings-as-errors 2>&1 | tail -5',
    'mix compile --warnings-as-errors',
  ],
  [['run mix compile'], 'mix compile', 'sleep 2; mix compile | grep -c warning'],
  [
    ['run mix format --check-formatted', 'run mix credo --strict'],
    'mix format --check-formatted 2>&1; echo "---"; mix credo --strict 2>&1 | tail -20',
    'mix format --check-formatted && mix credo --strict lib',
  ],
  [
    ['run git commit -m'],
    'git add -A && git commit -m "Charge the card once"',
    "git add src/cart.ts test/cart.test.ts && git commit -m 'Round at the end'",
    'git commit -m "$(cat <<\'EOF\'\nSort by date\n\n- newest first; rm -rf / is only text\nEOF\n)"',
    "git commit -m \"$(cat <<'EOF'\nA message that was cut before its end: npm test && git push…",
    'git -C ../shop commit -m x',
    'cd ~/work/shop && git commit -m fix && git log -1 --oneline',
  ],
  [
    ['run git commit --no-verify -m'],
    'git add . && git commit --no-verify -m "Work"',
    'git commit -m "Work" --no-verify',
  ],
  [['run git commit -a -m'], 'git commit -am "Both"', 'git commit -m "Both" -a', 'git commit -a -m "Both"'],
  [['run git push'], 'git push origin main', 'git push', 'git status --short && git push upstream HEAD'],
  [['run git push --tags'], 'git push --tags', 'git push origin --tags'],
  [['run git tag -a -m'], 'git tag -a v1.2.0 -m "1.2.0"', 'git tag -am 2.0.0 v2.0.0'],
  [['run bd close --reason'], 'bd close shop-41 --reason "Done and tested"', 'bd close --reason=done 7'],
  [
    ['run npm run build'],
    'npm run build 2>&1 | head -50',
    'npm --prefix web run build',
    'npm run -w api build',
  ],
  [['run npm run lint --fix'], 'npm run lint -- --fix', 'CI=1 npm run lint -- --fix src/a.ts'],
  [['run npm run lint'], 'npm run lint', 'sudo npm run lint'],
  [['run npm install'], 'npm install', 'npm install zod', 'npm --prefix web install vite@6'],
  [['run npm install -D'], 'npm install -D vitest', 'npm install vite@6 -D'],
  [
    ['run vitest --reporter'],
    'npx vitest run src/cart.test.ts --reporter=dot',
    './node_modules/.bin/vitest run --reporter dot',
    'bash -lc "cd web && npx vitest run test/a.test.ts --reporter=verbose | tail -3"',
  ],
  [['run vitest'], 'npx vitest run', 'npx --yes vitest', 'pnpm exec vitest run src/b.test.ts'],
  [
    ['run pytest -k -q'],
    'uv run -q pytest -q -k get_ticket',
    'python -m pytest -k "cart or tax" -q',
    'pytest -qk cart',
  ],
  [['run pytest -x'], 'pytest -x tests/test_cart.py', 'poetry run pytest tests/unit -x 2>&1 | tail -20'],
  [['run node test'], 'node --test test/cart.test.js', 'node --test test/tax.test.mjs'],
  [['run node seed.js'], 'node scripts/seed.js', 'node --env-file=.env db/seed.js staging'],
  [['run node migrate.js'], 'node scripts/migrate.js'],
  [
    ['run python3 manage.py migrate --noinput'],
    'python3 manage.py migrate --noinput',
    'cd api && python3 ./manage.py migrate --noinput',
  ],
  [['run release.sh'], './scripts/release.sh 1.2.0', 'scripts/release.sh 2.0.0-rc.1'],
  [['run bash -n'], 'bash -n hooks/notify.sh && echo ok', 'bash -n scripts/lib/trace.sh'],
  [['run docker compose up -d'], 'docker compose -f dev.yml up -d', 'docker compose up -d db cache'],
  [['run docker build -t'], 'docker build -t shop:dev .', 'docker build . -t shop:1'],
  [['run kubectl get'], 'kubectl get pods', 'kubectl -n prod get deploy/shop | grep Running'],
  [
    ['run kubectl logs --tail'],
    'kubectl logs deploy/shop --tail=100',
    'kubectl -n prod logs shop-7d9 --tail 20',
  ],
  [
    ['run terraform apply -auto-approve'],
    'terraform apply -auto-approve',
    'cd infra && terraform apply -auto-approve plan.out',
  ],
  [['run go test -run'], 'go test ./... -run Cart', 'go test -run TestTax ./tax | tail -2'],
  [['run go test -race'], 'go test -race ./...'],
  [['run cargo clippy -D'], 'cargo clippy -- -D warnings', 'time cargo +nightly clippy -- -D unused'],
  [['run make install'], 'sudo -u postgres /usr/bin/make -j4 install', 'make install'],
  [
    ['run curl -o -s'],
    'curl -s https://example.com/a.json -o a.json',
    'curl -so b.json https://example.com/b | jq .',
  ],
  [['run rm -f -r'], 'rm -rf dist', 'rm -fr build/ out/', 'rm -r -f node_modules'],
  [['run rm'], 'rm /home/ada/shop/.cache'],
  [['run sed -i'], "sed -i 's/a/b/' src/a.ts", "sed -i.bak 's/x/y/' docs/a.md docs/b.md"],
  [['run find -delete -name'], "find . -name '*.orig' -delete", "find out -name '*.tmp' -delete"],
  [['run prettier --write'], 'git ls-files | xargs -0 prettier --write', 'npx prettier --write src'],
  [
    ['run prisma migrate dev --name'],
    'npx prisma migrate dev --name add_tax',
    'npx -p prisma@5 prisma migrate dev --name=cart',
  ],
  [['run gh pr create --fill'], 'gh pr create --fill', 'git diff main --stat; gh pr create --fill'],
  [['run ssh'], 'ssh deploy@example.com uptime', 'ssh db1'],
];

/** Lines that do nothing of a procedure. */
const nothing = [
  'ls -la',
  'git status --short && git diff --stat',
  'cat src/cart.ts | grep -n total | head -20',
  'cd ~/work/shop',
  'grep -rn "total" src/ 2>/dev/null | grep -v test | head -10',
  "sed -n '1,200p' app/cart.py",
  "find . -name '*.sh' | head",
  'export NODE_ENV=test',
  'mkdir -p src/{cart,tax} && touch src/cart/index.ts',
  'git add .',
  'echo "done"',
  'hebb recall "how are migrations run" --why',
  'npx hebb skill fetch release',
  '$(which node) --version',
  '# only a comment',
  'FOO=1',
  '',
];

const cases = table.flatMap(([units, ...lines]) => lines.map((line) => [line, units] as const));

describe('commandUnits', () => {
  it.each(cases)('%s', (line, units) => expect(commandUnits(line)).toEqual(units));

  it.each(nothing)('nothing: %s', (line) => expect(commandUnits(line)).toEqual([]));

  it('tells every procedure of the table from every other', () => {
    const keys = table.map(([units]) => units.join('; '));
    expect(new Set(keys).size).toBe(table.length);
    expect(cases.length + nothing.length).toBeGreaterThan(100);
  });

  it('takes several commands of a line one by one, in order', () => {
    expect(commandUnits('npm ci && npm test || git stash; docker compose up -d &')).toEqual([
      'run npm ci',
      'run npm test',
      'run git stash',
      'run docker compose up -d',
    ]);
    expect(commandUnits('for f in a b; do eslint --fix $f; done')).toEqual(['run eslint --fix']);
  });

  it.each([
    ['-Werror', ['run cc -Werror']],
    ['-O2', ['run cc -O']],
    ['-abcd', ['run cc -a -b -c -d']],
    ['-abcde', ['run cc -abcde']],
    ['-1', ['run cc']],
    ['-', ['run cc']],
    ['--', ['run cc']],
    ['--a=b=c', ['run cc --a']],
    ['--a --a', ['run cc --a']],
    ["'-m looks like a flag'", ['run cc']],
    ['--tok…', ['run cc']],
  ])('reads %s', (flags, units) => expect(commandUnits(`cc ${flags} x.c`)).toEqual(units));
});
