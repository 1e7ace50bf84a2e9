import { defineConfig } from 'vitest/config';

const shared = {
  environment: 'node' as const,
  execArgv: ['--disable-warning=ExperimentalWarning'],
  // What is waited for comes, on a machine with other work, too.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['**/*.test.ts'],
          exclude: ['**/*.int.test.ts', '**/*.e2e.test.ts', 'node_modules/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'int',
          sequence: { groupOrder: 1 },
          globalSetup: ['start/postgres/vitest-setup.ts'],
          include: ['**/*.int.test.ts'],
          exclude: ['node_modules/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          sequence: { groupOrder: 2 },
          include: ['tests/**/*.e2e.test.ts'],
          exclude: ['node_modules/**'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Each file starts a product of its own, which waits for others more than it works.
          maxWorkers: 2,
        },
      },
    ],
  },
});
