import { defineConfig } from 'vitest/config';
import { yamlForVitest } from './rule-data.js';

const shared = {
  environment: 'node' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  pool: 'threads' as const,
  // Modules hold rules and word lists that take longer to build than most tests; nothing in them changes.
  isolate: false,
  globalSetup: ['test/support/one-folder.ts'],
};

export default defineConfig({
  plugins: [yamlForVitest],
  define: { __VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.slow.test.ts', 'test/real/**'],
        },
      },
      {
        extends: true,
        test: { ...shared, name: 'slow', include: ['test/**/*.slow.test.ts'], testTimeout: 600_000 },
      },
      {
        // The real clients, where they are installed (docs/clients.md).
        extends: true,
        test: { ...shared, name: 'clients', include: ['test/real/**/*.test.ts'], testTimeout: 300_000 },
      },
    ],
  },
});
