import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, chromiumPath } from './tests/chromium.ts';
import { LongestFirst } from './tests/longest-first.ts';

const shared = {
  environment: 'node' as const,
  execArgv: ['--disable-warning=ExperimentalWarning'],
  setupFiles: [fileURLToPath(new URL('./tests/no-forgotten-listeners.ts', import.meta.url))],
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
  optimizeDeps: {
    include: ['react-dom/client', 'vitest-browser-react', '@mantine/dates', '@breezystack/lamejs'],
  },
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

const notOurs = ['**/node_modules/**', '**/.git/**'];

/**
 * Files that change modules or what all of a process share, or look at the Signal library as it is before it is mended:
 * each runs in a process of its own. All others share one with those before them, which saves starting it anew.
 */
const needsOwnProcess =
  /vi\.(mock|doMock|resetModules|stubGlobal)\(|libraryCurve|bareCipher|setFlagsFromString/;
const alone = globSync('**/*.test.ts', {
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  exclude: notOurs,
}).filter(
  file =>
    !file.endsWith('.e2e.test.ts') &&
    needsOwnProcess.test(readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8')),
);

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      ...(executablePath ? [web] : []),
      {
        test: {
          ...shared,
          name: 'unit',
          sequence: { groupOrder: 0 },
          isolate: false,
          include: ['**/*.test.ts'],
          exclude: ['**/*.int.test.ts', '**/*.e2e.test.ts', ...alone, ...notOurs],
        },
      },
      {
        test: {
          ...shared,
          name: 'unit-alone',
          sequence: { groupOrder: 0 },
          include: alone,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'int',
          sequence: { groupOrder: 1 },
          globalSetup: ['start/postgres/vitest-setup.ts'],
          isolate: false,
          include: ['**/*.int.test.ts'],
          exclude: [...alone, ...notOurs],
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
          setupFiles: [...shared.setupFiles, 'tests/system/setup.ts'],
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
