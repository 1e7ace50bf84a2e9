import { parseArgs } from 'node:util';
import { openEventStore } from '#eventstore/client.ts';
import { openStores, type Stores } from '#start/backup/sources.ts';
import { type Config, ConfigError, readConfig } from '#start/config.ts';
import { helpIfAsked } from '#start/help.ts';
import { interruptedCode, onInterruption } from '#start/interruption.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { type BuildProgress, buildUntil, rebuildBeside } from './build.ts';
import { type Comparison, compareWithLive, isEqual } from './compare.ts';
import type { Park } from './kit/parking.ts';
import type { Projection } from './kit/projection.ts';
import { projections } from './projections.ts';
import { refineStatistics } from './statistics.ts';

const usage = `Usage: npm run rebuild -- <${projections.map(({ name }) => name).join('|')}> [--until <ISO date> --schema <name>]`;

/** One line that redraws itself on a terminal; elsewhere a line every second. */
const openProgress = () => {
  const begun = performance.now();
  let drawn = 0;
  const rate = (events: number) => Math.round((events * 1000) / Math.max(1, performance.now() - begun));
  const line = ({ position, head, events }: BuildProgress) => {
    const share = head === 0 ? 1 : Math.min(1, position / head);
    const bar = '█'.repeat(Math.round(share * 30)).padEnd(30, '░');
    return `${bar} ${Math.round(share * 100)} %  ${position}/${head}  ${rate(events)} events/s`;
  };
  let last: BuildProgress | undefined;
  const draw = (progress: BuildProgress) => {
    drawn = performance.now();
    process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${line(progress)}` : `${line(progress)}\n`);
  };
  return {
    show: (progress: BuildProgress) => {
      last = progress;
      if (performance.now() - drawn >= (process.stdout.isTTY ? 100 : 1_000)) draw(progress);
    },
    /** All that was to be read has been read: the last events may say nothing to this projection. */
    complete: () => {
      if (last) draw({ ...last, position: last.head });
      if (last && process.stdout.isTTY) process.stdout.write('\n');
      last = undefined;
    },
    end: (what: string, events: number) => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stdout.write(`${what}: ${events} events in ${seconds} s, ${rate(events)} events/s\n`);
    },
  };
};

const reportParked = ({ scope, eventType, eventId, stream, reason }: Park): void => {
  process.stderr.write(`a ${scope} is parked: ${eventType} ${eventId} (${stream}) ${reason}\n`);
};

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { until: { type: 'string' }, schema: { type: 'string' } },
  });
  const projection = projections.find(({ name }) => name === positionals[0]);
  if (!projection) throw new ConfigError(usage);
  const config = readConfig(process.env);
  const stores = await openStores(config);
  try {
    await rebuild({ ...values, projection, config, stores });
  } finally {
    await stores.close();
  }
};

type Rebuilding = {
  readonly projection: Projection;
  readonly config: Config;
  readonly stores: Stores;
  readonly until?: string;
  readonly schema?: string;
};

const rebuild = async ({ projection, config, stores, ...values }: Rebuilding): Promise<void> => {
  const { databaseUrl, eventstoreUrl } = stores;
  const { keys, close: closeKeys } = await openServiceKeys({ ...config, databaseUrl });
  const store = openEventStore({ connectionString: eventstoreUrl, keys });
  const stopping = new AbortController();
  onInterruption({ ask: () => stopping.abort(), force: () => process.exit(interruptedCode) });
  const progress = openProgress();
  const compare = async (schema: string): Promise<void> => {
    progress.complete();
    report(await compareWithLive(databaseUrl, projection, schema));
  };
  const options = {
    ...{ projection, databaseUrl, store, signal: stopping.signal },
    ...{ onProgress: progress.show, onParked: reportParked, onBuilt: compare },
  };
  try {
    if (values.until === undefined) {
      const { events } = await rebuildBeside(options);
      progress.end(`${projection.name} rebuilt and in its place`, events);
      await refineStatistics(projection, databaseUrl);
    } else {
      const schema = values.schema ?? schemaNamed(projection.name, values.until);
      const { events } = await buildUntil(options, checked(schema), instant(values.until));
      progress.complete();
      progress.end(`${projection.name} as of ${values.until} is in schema ${schema}`, events);
      await compare(schema);
    }
  } finally {
    await store.close();
    await closeKeys();
  }
};

/** The exit code where the live read model is not what the log says. */
const differenceCode = 3;

/** What the new copy holds beside the live one; the exit code says whether they agree. */
const report = (comparison: Comparison | undefined): void => {
  if (!comparison) {
    process.stdout.write('not compared: the live read model is of another version\n');
    return;
  }
  const { copiedTo, liveAt, tables } = comparison;
  const line = (cells: readonly (string | number)[]) =>
    `${cells.map((cell, index) => (index === 0 ? String(cell).padEnd(22) : String(cell).padStart(17))).join(' ')}\n`;
  process.stdout.write(`compared at position ${copiedTo} with the live one at ${liveAt}, rows:\n`);
  process.stdout.write(line(['table', 'copy', 'live', 'untouched since', 'different', 'checksum']));
  for (const { table, copied, live, untouched, different, checksums } of tables)
    process.stdout.write(line([table, copied, live, untouched, different, checksums.copied]));
  if (isEqual(comparison)) return;
  process.stdout.write('they differ in the tables above: what the log says is in the new copy\n');
  process.exitCode = differenceCode;
};

const instant = (text: string): string => {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new ConfigError(`--until is "${text}"; it must be an ISO date.`);
  return date.toISOString();
};

const schemaNamed = (projection: string, until: string): string =>
  `${projection}_at_${instant(until).slice(0, 19).replaceAll(/\D/g, '')}`;

const checked = (schema: string): string => {
  const taken = projections.some(({ name }) => name === schema || `${name}_build` === schema);
  if (taken || !/^[a-z][a-z0-9_]{0,50}$/.test(schema))
    throw new ConfigError(
      `--schema is "${schema}"; it must be a free name of lower-case letters and digits.`,
    );
  return schema;
};

helpIfAsked(usage);
try {
  await run();
} catch (error) {
  const known = error instanceof ConfigError;
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = known ? 2 : 1;
}
