import { defineConfig } from 'vitest/config';
import { yamlForVitest } from './rule-data.js';

const shared = {
  environment: 'node' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  pool: 'threads' as const,
};

export default defineConfig({
  plugins: [yamlForVitest],
  define: { __VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.slow.test.ts'],
        },
      },
      {
        extends: true,
        test: { ...shared, name: 'slow', include: ['test/**/*.slow.test.ts'], testTimeout: 600_000 },
      },
    ],
  },
});
