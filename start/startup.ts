import { awaitStore } from './await-store.ts';
import { awaitedDatabase, awaitedEventStore } from './awaited-stores.ts';
import { type ServiceSpec, type Surroundings, superviseService } from './child.ts';
import type { Config, Environment } from './config.ts';
import { demoLogins, demoPassword, isSeeded, markSeeded, passwordFile } from './demo-logins.ts';
import { freePort } from './free-port.ts';
import { heaps } from './heaps.ts';
import { runJob } from './job.ts';
import type { LogFile } from './log-file.ts';
import { supervisePostgres } from './managed-postgres.ts';
import {
  type Addresses,
  fixedEnvironment,
  planServices,
  type ServiceFiles,
  sharedEnvironment,
} from './plan.ts';
import { keptPort } from './ports.ts';
import { portIsFree } from './preflight.ts';
import { awaitReadModels } from './read-models.ts';
import type { Running, Turn } from './running.ts';
import { keepRunningFile } from './running-file.ts';
import { say } from './say.ts';
import { loadSecrets } from './secrets.ts';
import { awaitsFirstVisit, codeException, setupCode } from './setup-code.ts';
import { step } from './step.ts';
import { type Upgraded, upgradedOf } from './upgraded.ts';

export type Starting = {
  readonly config: Config;
  readonly env: Environment;
  readonly files: ServiceFiles;
  readonly running: Running;
  /** What all services say. */
  readonly log: LogFile;
  readonly signal: AbortSignal;
};

/** Starts every part in order and tells of each; rejects at the first that does not come up. */
export const startAll = async (starting: Starting): Promise<void> => {
  const { config, env, files, running, log, signal } = starting;
  await portIsFree('PORT', config.port, config.host);
  if (env.SIMULATOR_PORT && config.simulator)
    await portIsFree('SIMULATOR_PORT', config.simulatorPort, '127.0.0.1');
  loadSecrets(config.dataDir, env);
  if (config.databaseUrl) await awaitStore(awaitedDatabase(config.databaseUrl), { say, signal });
  if (config.eventstoreUrl) await awaitStore(awaitedEventStore(config.eventstoreUrl), { say, signal });
  let stored: Stores | undefined;
  const changed = keepRunningFile(config.dataDir, () => ({ services: running.processes(), ...stored }));
  const around: Surroundings = { env, log, say, changed };

  const databaseUrl = config.databaseUrl ?? (await startPostgres(starting, around));
  signal.throwIfAborted();
  const port = config.port || (await freePort());
  const { founded, readModels } = await migrate('migrations', config.eventstoreUrl ?? '');
  const eventstore = config.eventstoreUrl ? undefined : await startEventstore(starting, around);
  const eventstoreUrl = config.eventstoreUrl ?? eventstore?.url ?? '';
  // Others are told the address that any program can use.
  const stores = { databaseUrl, eventstoreUrl: eventstore?.localUrl ?? eventstoreUrl, port };
  if (!founded) await migrate('installation', stores.eventstoreUrl);
  const simulatorUrl = config.simulator ? await startSimulator(starting, around) : undefined;
  const at: Addresses = { ...stores, simulatorUrl };

  stored = { databaseUrl, eventstoreUrl };
  const services = planServices(files, config, at);
  const start = async (spec: ServiceSpec) => {
    if (spec.name === 'gateway') await awaitReadModels(databaseUrl, readModels, signal);
    await startService(starting, around, spec);
  };
  await Promise.all(services.map(start));
  changed();
  if (config.demo && simulatorUrl && !isSeeded(config)) await makeDemo();
  greet(config, at);
  await tellSetupCode(config, at);

  /** Before the node of this machine runs, and once more where its log is new. */
  async function migrate(name: string, url: string): Promise<Upgraded> {
    const at = { databaseUrl, eventstoreUrl: url, simulatorUrl: undefined, port };
    const own = {
      OWN_DATABASE: config.databaseUrl ? 'off' : 'on',
      OWN_LOG: url ? 'off' : 'on',
      EVENTSTORE_FILE: config.eventstoreFile,
    };
    return upgradedOf(await job(name, files.migrations, { ...sharedEnvironment(config, at), ...own }));
  }
  async function job(name: string, file: string, jobEnv: Record<string, string>) {
    const spec = { name, file, env: jobEnv, heapMb: 256 };
    return step(name, () => runJob(spec, { ...around, running, signal }));
  }
  async function makeDemo() {
    const jobEnv = { ...sharedEnvironment(config, at), DEMO_PASSWORD: demoPassword(config) };
    try {
      await job('demo', files.demo, jobEnv);
      markSeeded(config);
    } catch (error) {
      signal.throwIfAborted();
      say(`The demo is not complete (${messageOf(error)}); the next start goes on with it.`);
    }
  }
};

const startPostgres = async ({ config, running }: Starting, around: Surroundings): Promise<string> => {
  const postgres = await step('postgres', () => supervisePostgres(config.dataDir, around));
  running.add('postgres', postgres);
  return postgres.url;
};

const startEventstore = async (starting: Starting, around: Surroundings) => {
  const { config, files } = starting;
  const port = config.eventstorePort || (await keptPort(config.dataDir, 'eventstore'));
  const env = {
    ...fixedEnvironment(config),
    EVENTSTORE_FILE: config.eventstoreFile,
    EVENTSTORE_PORT: String(port),
  };
  const spec = { name: 'eventstore', file: files.eventstore, ...heaps.eventstore, env };
  const info = await startService(starting, around, spec);
  return { url: urlOf(spec.name, info), localUrl: info.localUrl };
};

const startSimulator = async (starting: Starting, around: Surroundings): Promise<string> => {
  const { config, files, env } = starting;
  const port = env.SIMULATOR_PORT
    ? config.simulatorPort
    : await keptPort(config.dataDir, 'simulator', config.simulatorPort);
  const simulatorEnv = { ...fixedEnvironment(config), SIMULATOR_PORT: String(port) };
  const spec = { name: 'simulator', file: files.simulator, ...heaps.simulator, env: simulatorEnv };
  return urlOf(spec.name, await startService(starting, around, spec));
};

const startService = async (starting: Starting, around: Surroundings, spec: ServiceSpec) => {
  const service = superviseService(spec, around);
  starting.running.add(turnOf(spec.name), service);
  const abort = () => void service.stop();
  starting.signal.addEventListener('abort', abort, { once: true });
  try {
    return await step(spec.name, async () => {
      const info = await service.start();
      starting.signal.throwIfAborted();
      return info;
    });
  } finally {
    starting.signal.removeEventListener('abort', abort);
  }
};

const turnOf = (name: string): Turn => {
  if (name.startsWith('connector')) return 'connector';
  if (name === 'gateway' || name === 'simulator' || name === 'eventstore') return name;
  return 'readers';
};

const urlOf = (name: string, info: { readonly url?: string | undefined }): string => {
  if (!info.url) throw new Error(`${name} did not say where it listens.`);
  return info.url;
};

const addressOf = (config: Config, at: Addresses): string => {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${at.port}`;
};

const greet = (config: Config, at: Addresses) => {
  const url = addressOf(config, at);
  say(`\nBalcão is at ${url}`);
  if (!config.demo || !at.simulatorUrl) return;
  const where = config.demoPassword
    ? 'as in DEMO_PASSWORD'
    : `${demoPassword(config)} (kept in ${passwordFile(config)})`;
  say(`  logins    ${demoLogins.join(', ')}`);
  say(`  password  ${where}`);
  say(`  phones    ${url}/simulador`);
};

const tellSetupCode = async (config: Config, at: Addresses) => {
  const code = setupCode(config);
  if (await awaitsFirstVisit(addressOf(config, at)))
    say(`  The first visit needs the code ${code}${codeException(config)}`);
};

type Stores = Pick<Addresses, 'databaseUrl' | 'eventstoreUrl'>;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
