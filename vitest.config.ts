import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, chromiumPath } from './tests/chromium.ts';

const shared = {
  environment: 'node' as const,
  execArgv: ['--disable-warning=ExperimentalWarning'],
  // What is waited for comes, on a machine with other work, too.
  expect: { poll: { timeout: 20_000 } },
};

const executablePath = chromiumPath();
if (!executablePath)
  process.stderr.write(
    'tests in a browser are left out: there is no Chromium (install it or set CHROMIUM_PATH)\n',
  );

/** Components of the web app in a browser, with the network answered from the contracts. */
const web = {
  extends: './web/vite.config.ts' as const,
  root: './web',
  optimizeDeps: { include: ['react-dom/client', 'vitest-browser-react', '@mantine/dates'] },
  test: {
    name: 'web',
    sequence: { groupOrder: 3 },
    include: ['src/**/*.web.test.tsx'],
    setupFiles: [fileURLToPath(new URL('./web/src/testing/setup.ts', import.meta.url))],
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs },
      }),
      instances: [{ browser: 'chromium' as const }],
      viewport: { width: 1280, height: 800 },
      screenshotFailures: false,
    },
  },
};

export default defineConfig({
  test: {
    projects: [
      ...(executablePath ? [web] : []),
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
          globalSetup: ['tests/system/vitest-setup.ts'],
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
