/** A skill as a trial sees it: what it is called, the prompts it was made from, prompts that ask for it again, and near ones that do not. */
export interface LabelledSkill {
  readonly slug: string;
  readonly caption: string;
  readonly triggers: readonly string[];
  /** Ask for the same work in other words. */
  readonly same: readonly string[];
  /** Share words with it and ask for something else. */
  readonly near: readonly string[];
}

/** Written by us for the calibration of words; docs/workflows.md tells the figures. */
export const labelledSkills: readonly LabelledSkill[] = [
  {
    slug: 'add-database-migration',
    caption: 'add database migration',
    triggers: [
      'add a database migration for the invoices table',
      'we need a migration that adds a currency column to orders',
      'Please add a migration: users get a locale',
      'add a database migration to drop the legacy flags',
      'write the migration for the new payments index',
    ],
    same: [
      'add a migration for the shipments table',
      'can you write a database migration that renames the plan column',
      'new migration please: customers need a phone number',
      'Add the migration to make email unique',
      'create a database migration for soft deletes',
    ],
    near: [
      'why does the database connection time out in staging?',
      'explain what the migration from last week did to the orders',
      'read the orders table code and tell me who calls it',
    ],
  },
  {
    slug: 'fix-failing-test',
    caption: 'fix failing test',
    triggers: [
      'the checkout test fails, fix it',
      'fix the failing test in the cart module',
      'CI is red: fix the failing unit tests',
      'two tests are failing since the merge, please fix them',
      'fix the flaky login test',
    ],
    same: [
      'fix the failing tests for the search page',
      'the invoice tests fail on main, please fix',
      'tests are red again, fix them',
      'Fix the broken unit test of the parser',
      'a test in the billing module is failing, can you fix it',
    ],
    near: [
      'write a test for the checkout total',
      'delete the old cart module',
      'how long do the unit tests take?',
    ],
  },
  {
    slug: 'release-new-version',
    caption: 'release new version',
    triggers: [
      'release a new version',
      'cut a release 2.4.0 and write the changelog',
      'prepare the release of the next minor version',
      'publish a patch release',
      'release version 3.1 to npm',
    ],
    same: [
      'please release the next version',
      'cut a new patch release',
      'publish version 4.0 of the package',
      'prepare a release and update the changelog',
      'release 2.5.1',
    ],
    near: [
      'which version of node do we use?',
      'release the lock when the job crashes',
      'publish the event after the order is paid',
    ],
  },
  {
    slug: 'add-api-endpoint',
    caption: 'add endpoint',
    triggers: [
      'add an endpoint that lists invoices',
      'add a REST endpoint for refunds',
      'we need a new API endpoint to export orders as CSV',
      'add the endpoint GET /health',
      'new endpoint: update the address of a customer',
    ],
    same: [
      'add an API endpoint for coupons',
      'we need an endpoint that returns the stock of a product',
      'create a REST endpoint to cancel subscriptions',
      'add endpoint for user avatars',
      'new API endpoint: list webhooks',
    ],
    near: [
      'the refunds API answers with status 500, find out why',
      'rename the health check job',
      'document how the orders export works',
    ],
  },
  {
    slug: 'update-dependencies',
    caption: 'update dependencies',
    triggers: [
      'update the dependencies',
      'bump all npm packages to their latest version',
      'upgrade vite to version 7',
      'update dependencies and fix what breaks',
      'upgrade react and its types',
    ],
    same: [
      'please update our dependencies',
      'bump the npm dependencies',
      'upgrade typescript to the latest version',
      'update all outdated packages',
      'upgrade eslint and fix what breaks',
    ],
    near: [
      'remove the dependency between cart and checkout modules',
      'update the text on the pricing page',
      'what does vite do with the types at build time?',
    ],
  },
  {
    slug: 'translate-page',
    caption: 'translate page',
    triggers: [
      'translate the pricing page into German',
      'add the French translation of the checkout',
      'translate the emails to Spanish',
      'the settings page needs a Portuguese translation',
      'translate the onboarding texts into Italian',
    ],
    same: [
      'translate the help page into Polish',
      'add a Dutch translation for the invoice emails',
      'please translate the landing page to Japanese',
      'the profile page needs a Swedish translation',
      'translate the error messages into French',
    ],
    near: [
      'the settings page is slow, profile it',
      'send the emails from a queue',
      'show prices in euros on the checkout',
    ],
  },
  {
    slug: 'debug-hook-pipeline',
    caption: 'debug hook pipeline',
    triggers: [
      'debug the hook pipeline: events arrive twice',
      'Debug the hook pipeline, the log holds doubles',
      'debug hook pipeline again, an event is missing',
      'please debug the hook pipeline',
      'the hook pipeline drops events, find out why',
    ],
    same: [
      'debug the hook pipeline, nothing arrives',
      'hook events are missing again, debug the pipeline',
      'can you debug why the hook pipeline hangs',
      'the hook pipeline writes events twice',
      'debug hook pipeline: order of events is wrong',
    ],
    near: [
      'add a pre-commit hook that formats files',
      'draw the deploy pipeline as a diagram',
      'rename the useCart hook',
    ],
  },
  {
    slug: 'improve-query-performance',
    caption: 'speed up slow query',
    triggers: [
      'the dashboard query is slow, speed it up',
      'speed up the slow report query',
      'find out why the orders query takes ten seconds and make it faster',
      'optimise the search query, it is too slow',
      'the customer list loads slowly: speed up its query',
    ],
    same: [
      'speed up the invoice query',
      'the sales report query is too slow, make it faster',
      'optimise the slow query behind the stock page',
      'this query takes a minute, speed it up',
      'make the slow export query faster',
    ],
    near: [
      'add a query parameter for the page size',
      'the build is slow on windows',
      'write a report of what changed this week',
    ],
  },
];

/** Prompts that ask for none of them. */
export const unrelatedPrompts: readonly string[] = [
  'what does this repository do?',
  'explain the folder structure',
  'rename the variable total to amount',
  'write a README section about installation',
  'set up docker compose for local development',
  'commit the changes',
  'push the branch and open a pull request',
  'review my last commit',
  'why is the button not centred',
  'add dark mode to the settings',
  'extract the date formatting into a helper',
  'convert the class component to a function',
  'thanks, that is all for today',
  'show me where the session cookie is set',
  'add logging to the payment worker',
  'delete unused files',
  'configure the linter to forbid default exports',
  'write a script that seeds demo data',
  'the login form accepts empty passwords',
  'generate types from the OpenAPI file',
  'make the sidebar collapsible',
  'what changed between these two branches?',
  'add a cron job that cleans old sessions',
  'move the tests next to the sources',
];
