import { expect, it } from 'vitest';
import { namedContexts } from '../../src/pipeline/applies-to.ts';

it.each<[string, string[]]>([
  ['Always use pnpm, never npm', ['pnpm', 'npm']],
  ['TS files need strict types', ['typescript']],
  ['In Next.js use zod for forms', ['next.js', 'zod']],
  ['we write C++ and C# here', ['c++', 'c#']],
  ['Deploy with docker compose and kubectl', ['docker', 'kubernetes']],
  ['edit src/app/page.tsx and vitest.config.ts', ['src/app/page.tsx', 'vitest.config.ts']],
  ['go to the file and make it express the idea', []],
  ['Go to the file. Make it black', []],
  ['we use Go and Express here', ['go', 'express']],
  ['run `make lint` and `go vet`', ['make', 'go']],
  ['React components in react files', ['react']],
  ['the news reacts swiftly', []],
  ['在这个项目里使用 pnpm', ['pnpm']],
  ['', []],
])('%s → %j', (text, names) => {
  expect(namedContexts(text).sort()).toEqual([...names].sort());
});
