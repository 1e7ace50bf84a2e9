import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePort } from '#start/free-port.ts';
import { withoutMenu } from './without-menu.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const running = z.object({
  services: z.record(z.string(), z.object({ pid: z.number().optional() })),
  databaseUrl: z.string(),
  eventstoreUrl: z.string(),
});

export const demoPassword = 'demonstra-balcao';

export type Product = {
  readonly url: string;
  readonly simulatorUrl: string;
  readonly dataDir: string;
  /** Of the supervisor. */
  readonly pid: number;
  /** All that the supervisor printed. */
  readonly output: () => string;
  /** Resolves with the exit code once the supervisor has ended. */
  readonly ended: Promise<number | null>;
  /** What the supervisor runs right now; what is about to be restarted has no process. */
  readonly running: () => z.output<typeof running>;
  /** Ends everything in order, as Ctrl-C does; removes the data unless told to keep it. */
  readonly stop: (options?: { keepData: boolean }) => Promise<void>;
};

/**
 * Starts the whole product as `npm start` does, on free ports, and resolves when it says that it is ready. The demo's
 * contacts are asked for no queue, unless `menu`.
 */
export const startProduct = async (
  options: { env?: Record<string, string>; dataDir?: string; menu?: boolean } = {},
): Promise<Product> => {
  const dataDir = options.dataDir ?? newDataDir(options.env);
  const [port, simulatorPort] = [await freePort(), await freePort()];
  const { child, output, until, ended } = runStart({
    PORT: String(port),
    SIMULATOR_PORT: String(simulatorPort),
    DATA_DIR: dataDir,
    DEMO_PASSWORD: demoPassword,
    LOG_LEVEL: 'warn',
    // Where the menu is not what is tried, contacts say all that they want in one message.
    ...(options.menu ? {} : { MENU_PAUSE_MS: '100' }),
    // The code is the same for all of them.
    CODE_CACHE_DIR: join(root, 'node_modules/.cache/balcao-code'),
    ...options.env,
  });
  await until(text => text.includes(`Balcão is at http://127.0.0.1:${port}`));
  const runs = () => running.parse(JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')));
  if (options.env?.DEMO !== 'off' && !options.menu) await withoutMenu({ ...runs(), dataDir });
  return {
    url: `http://127.0.0.1:${port}`,
    simulatorUrl: `http://127.0.0.1:${simulatorPort}`,
    dataDir,
    pid: child.pid ?? 0,
    output,
    ended,
    running: runs,
    stop: async ({ keepData } = { keepData: false }) => {
      if (child.exitCode === null) child.kill('SIGINT');
      await ended;
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const firstStart = 'BALCAO_TEST_PRODUCT';

/** What the first start of the demo leaves behind is made once for all stories that need nothing else of it. */
const newDataDir = (env: Record<string, string> | undefined): string => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-product-'));
  const made = process.env[firstStart];
  if (made && !env) execFileSync('cp', ['-a', `${made}/.`, dataDir]);
  return dataDir;
};

/** Starts the product for the first time, ends it, and lets all products of this run begin with what that made. */
export const shareFirstStart = async (): Promise<() => void> => {
  const product = await startProduct({ menu: true });
  await product.stop({ keepData: true });
  // Each finds free ports of its own.
  rmSync(join(product.dataDir, 'ports.json'), { force: true });
  const record = join(product.dataDir, 'postgres.json');
  const { port: _port, ...cluster } = JSON.parse(readFileSync(record, 'utf8'));
  writeFileSync(record, JSON.stringify(cluster));
  process.env[firstStart] = product.dataDir;
  return () => rmSync(product.dataDir, { recursive: true, force: true });
};

/** Runs the supervisor as `npm start` does, in an environment of its own. */
export const runStart = (env: Record<string, string>) => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'start.ts')], {
    cwd: root,
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, ...watchOutput(child) };
};

/** What a test run's own environment must not pass on to the product. */
export const bareEnvironment = (): Record<string, string> => {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'USER'];
  return Object.fromEntries(kept.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])));
};

export const watchOutput = (child: ChildProcess) => {
  let text = '';
  const lookers = new Set<() => void>();
  const grow = (chunk: Buffer) => {
    text += chunk.toString();
    for (const look of lookers) look();
  };
  child.stdout?.on('data', grow);
  child.stderr?.on('data', grow);
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)));
  const until = (test: (text: string) => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not ready within 120 s:\n${text}`)), 120_000);
      const look = () => {
        if (!test(text)) return;
        clearTimeout(timer);
        lookers.delete(look);
        resolve();
      };
      lookers.add(look);
      look();
      void ended.then(code => reject(new Error(`ended with ${code} before it was ready:\n${text}`)));
    });
  return { output: () => text, until, ended };
};
