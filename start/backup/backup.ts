import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { inBytes } from './progress.ts';
import { openStores } from './sources.ts';
import { runTool } from './tool.ts';
import { writeBackup } from './write-backup.ts';

const usage = 'Usage: npm run backup -- <file> [--with-read-models] [--force]';
const product = () =>
  String(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version);

await runTool(usage, async ({ progress, signal }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean' }, 'with-read-models': { type: 'boolean' } },
  });
  const [name] = positionals;
  if (!name || positionals.length > 1) throw new ConfigError(usage);
  const file = resolve(name);
  if (existsSync(file) && !values.force)
    throw new ConfigError(`${file} is there already: name another file, or let --force replace it.`);
  const config = readConfig(process.env);
  const stores = await openStores(config);
  const withReadModels = values['with-read-models'] === true;
  try {
    const { events, rows, bytes } = await writeBackup({
      ...{ file, dataDir: config.dataDir, checkpointsDir: config.checkpoints.folder },
      ...{ product: product(), withReadModels, progress, signal },
      ...{ databaseUrl: stores.databaseUrl, eventstoreUrl: stores.eventstoreUrl },
    });
    progress.say(
      `${file}: ${events} events, ${rows} rows, ${inBytes(bytes)}. It holds keys: keep it closed.`,
    );
  } finally {
    await stores.close();
  }
});
