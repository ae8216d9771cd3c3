/** Two statements on a line, parted by "|": they cannot both hold. */
export const contradicting = `
use pnpm | never use pnpm
Use tabs for indentation | Do not use tabs for indentation
always run the tests before a commit | never run the tests before a commit
you should commit lock files | you should not commit lock files
avoid default exports | use default exports
prefer default exports | avoid default exports
avoid mutating props | mutate props
no semicolons | use semicolons
Semicolons are forbidden | Use semicolons
console.log is not allowed | console.log is allowed
the cache is enabled | the cache is not enabled
the linter can be skipped | the linter cannot be skipped
tests can run in parallel | tests can't run in parallel
deploys never run on Friday | deploys run on Friday
we no longer use moment | use moment
Never deploy without tests | Deploy without tests
enable caching | disable caching
strict mode must be enabled | strict mode must be disabled
the flag enables caching | the flag disables caching
run migrations before the deploy | run migrations after the deploy
the field is required | the field is optional
the repo is public | the repo is private
compile with source maps | compile without source maps
include vendor files | exclude vendor files
device A is online | device A is offline
device A is red | device A is blue
the port is 8080 | the port is 3000
The port is 8080. | The port is 3000 now
the default branch is main | the default branch is develop
The staging database is Postgres 14 | The staging database is Postgres 16
the API uses Postgres | the API uses MySQL
we use npm | we use pnpm
this project uses npm | the project uses yarn
use tabs | use spaces
Use tabs for indentation | Use spaces for indentation
use single quotes | use double quotes
use pnpm instead of npm | use npm instead of pnpm
use pnpm, not npm | use npm
prefer Vitest over Jest | use Jest
retry 3 times | retry 5 times
Requests time out after 30 seconds | Requests time out after 60 seconds
Requests time out after thirty seconds | Requests time out after 60 s
keep functions under 40 lines | keep functions under 60 lines
indent with 2 spaces | indent with 4 spaces
the project requires Node 18 | the project requires Node 20
use python3.11 | use python3.12
use node 18.2.0 | use node 20.1.0
MAX_RETRIES = 3 | MAX_RETRIES is 5
\`MAX_RETRIES\` is 3 | MAX_RETRIES = 5
the log level defaults to warn | the log level defaults to info
secrets are stored in Vault | secrets are stored in 1Password
the service is owned by platform | the service is owned by payments
deploys run from CI only | deploys run from laptops
only admins deploy to production | only bots deploy to production
the API endpoint is /v1/users | the API endpoint is /v2/users
Server alpha is Debian | Server alpha is Fedora
the package manager is npm | the package manager is pnpm
the release day is Monday | the release day is Thursday
Coverage must be at least 80 % | Coverage must be at least 90 %
if the build fails, stop the deploy | if the build fails, do not stop the deploy
Use pnpm. Commit small. | Never use pnpm.
usa pnpm | nunca uses pnpm
usa npm para instalar | no uses npm para instalar
el puerto es 8080 | el puerto es 3000
activa la caché | desactiva la caché
verwende npm | verwende kein npm
verwende npm | npm nicht verwenden
der Port ist 8080 | der Port ist 3000
utilise npm | n'utilise pas npm
utiliser npm | ne pas utiliser npm
le port est 8080 | le port est 3000
use o npm | nunca use o npm
a porta é 8080 | a porta é 3000
используй npm | не используй npm
используй npm | никогда не используй npm
порт — 8080 | порт — 3000
使用npm | 不要使用npm
使用npm | 禁止使用npm
启用缓存 | 禁用缓存
端口是 8080 | 端口是 3000
npmを使う | npmは使わない
npmを使用する | npmを使用しない
npm을 사용하세요 | npm을 사용하지 마세요
Commit directly to main | Do not commit directly to main
The build runs on Node 18 | The build runs on Node 22
Device B has firmware 2.1 | Device B has firmware 2.4
device A is X | device A is Y
The session cookie lasts 7 days | The session cookie lasts 30 days
Always squash commits before merging | Never squash commits before merging
The CI provider is CircleCI | The CI provider is GitHub Actions
Mock the database in unit tests | Don't mock the database in unit tests
Line length limit is 100 | Line length limit is 120
The API key lives in .env.local | The API key lives in 1Password
Use camelCase for variable names | Use snake_case for variable names
Log errors with console.error | Do not log errors with console.error
The team uses Jira | The team does not use Jira
The max upload size is 10 MB | The max upload size is 25 MB
Feature flags are enabled by default | Feature flags are disabled by default
We deploy on Tuesdays | We never deploy on Tuesdays
The auth service is written in Go | The auth service is written in Rust
Prefer composition over inheritance | Prefer inheritance over composition
Ann owns the billing service | Ann does not own the billing service
Don't use any | Use any
Docker images use alpine | Docker images use debian
Production database is on port 5432 | Production database is on port 6543
The release branch is release/2.x | The release branch is release/3.x
Tests must not hit the network | Tests must hit the network
API version is v2 | API version is v3
`;

/** Two statements that can both hold, however alike they look. */
export const compatible = `
the port is 8080 in dev | the port is 3000 in production
the port is 8080 | the API port is 3000
the port is 8080 in dev | the port is 3000
use mocks in tests | never use mocks in production
use npm in tests | never use npm in production
in tests, use SQLite | in production, use SQLite
use tabs in Makefiles | use spaces in YAML
the API uses Postgres | the API uses Redis
the API uses Postgres | the worker uses MySQL
the API is slow | the API is documented
the parser is fast | the parser is tested
Redis is a cache | Redis is a database
Alice is a maintainer | Alice is a designer
supported browsers are Chrome and Firefox | supported browsers are Chrome and Safari
the app supports Node 18 | the app supports Node 20
the SDK works with Python 3.8 | the SDK works with Python 3.9
tested with Node 18 | tested with Node 20
fixed in 1.2 | fixed in 1.3
the bug appears in 1.2 | the bug appears in 1.3
fixes issue 12 | fixes issue 13
see RFC 7231 | see RFC 7232
step 1 is done | step 2 is done
handle error 404 with a retry | handle error 500 with a retry
Port 8080 serves the API | Port 3000 serves the API
Node 18 is fast | Node 20 is fast
timeout is 30 s | timeout is 30000 ms
the timeout is 30 s | the timeout is 2 min
the cache holds 100 MB | the cache holds 100 entries
the port was 8080 | the port is 3000
previously the branch was master | the branch is main
some tests are flaky | some tests are not flaky
the build may fail on Windows | the build does not fail on Windows
usually use tabs | use spaces
Is the port 8080? | The port is 3000
if the cache is cold, wait | if the cache is not cold, wait
when X is set, use Y | when X is not set, use Y
if retries exceed 3, alert | if retries exceed 5, alert
files ending in .md are skipped | files not ending in .md are skipped
tests that touch the disk run last | tests that do not touch the disk run last
never use npm | never use yarn
never use npm | use pnpm
never use npm | never use npm in CI
do not commit secrets | commit lock files
not only run the unit tests | run the unit tests
never deploy without tests | deploy with tests
enable caching | never disable caching
enable caching | enable logging
enable caching in dev | disable caching in production
enabled users get mail | disabled users get mail
the public API is stable | the private API is stable
start the server | stop the server
open the file | close the file
push to the fork | pull from upstream
add a test for each fix | remove a test that is flaky
encrypt backups | decrypt backups on restore
import the CSV | export the CSV
find files older than 10 days | find files older than 20 days
list all users | list all groups
find files modified today | find files not modified today
print the first line | print the last line
delete branches older than 30 days | delete branches older than 60 days
install npm | install yarn
npm is slow | yarn is slow
npm publishes the package | yarn installs the dependencies
A depends on B | B does not depend on A
the API calls the worker | the worker does not call the API
deploys run from CI | deploys run nightly
run only the unit tests locally | run the linter in CI
use Terraform for infra | use Ansible for servers
use Zod for input | use Prettier for format
the owner is Ann and Bob | the owner is Ann
the logo is also blue | the logo is red and white
the team also uses Jest | the team uses Vitest
for example use port 8080 | use port 3000
the default branch is main | the release branch is develop
the main database is Postgres | the test database is SQLite
the fix is a retry | the fix is a lock
the reason is latency | the reason is cost
secrets are stored in Vault | backups are stored in S3
the service is owned by platform | the library is owned by payments
the port is 8080 | the port is configurable
the region is eu-west-1 | the region is important
the flag enables caching | the option disables logging
Commit messages are short | Commit messages are in English
Use pnpm | Use pnpm for installs
use pnpm instead of npm | never use npm
use pnpm, not npm | use pnpm
it is 8080 | it is 3000
the meeting is on Monday with Ann | the meeting is in Berlin
usa npm en desarrollo | no uses npm en producción
el puerto es 8080 en desarrollo | el puerto es 3000 en producción
verwende npm lokal | verwende kein npm in der CI
der Port war 8080 | der Port ist 3000
utilise npm en local | n'utilise pas npm en production
nunca use o npm | nunca use o yarn
не используй npm | не используй yarn
не используй npm в тестах | используй npm
不要使用npm | 不要使用yarn
在测试中使用npm | 在生产中不要使用npm
npmは使わない | yarnは使わない
npm을 사용하지 마세요 | yarn을 사용하지 마세요
如果失败就重试 | 如果成功就不重试
Run unit tests with vitest | Run e2e tests with playwright
The API returns JSON | The export returns CSV
Use React for the web app | Use Vue for the admin app
The login page is slow | The login page is behind a proxy
Never log tokens | Log request ids
Use feature flags for new code | Remove feature flags after release
The frontend runs on port 3000 | The backend runs on port 8080
Redis is used for caching | Redis is used for queues
Bob reviews the infra changes | Ann reviews the API changes
Use async/await in new code | Do not use async in constructors
Cache headers last 5 minutes | Session cookies last 30 days
Commit often | Do not commit generated files
The linter is eslint | The formatter is prettier
Prefer const over let | Prefer interfaces over types
The server is in Frankfurt | The server is a t3.large
Do not edit generated files | Edit the templates instead
Timeouts in tests are 5 s | Timeouts in production are 30 s
The flaky test is checkout.spec.ts | The slow test is login.spec.ts
npm ci fails on Node 16 | npm ci works on Node 18
Release notes are in CHANGELOG.md | Release notes are in English
Use UTC for timestamps | Use ISO format for timestamps
The admin user is root | The admin user is locked
Ask before deleting files | Delete temp files after the run
The cluster has 3 nodes | The cluster has 2 load balancers
Version 2 of the API is deprecated | Version 3 of the API is current
`;

/** The pairs of a table. */
export const pairsOf = (table: string): [string, string][] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [a = '', b = ''] = line.split(' | ');
      return [a, b];
    });
