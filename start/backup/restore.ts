import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { lockDataDir } from '../lock.ts';
import { prepareDataDir } from '../preflight.ts';
import { restoreBackup } from './restore-backup.ts';
import { runTool } from './tool.ts';

const usage = 'Usage: npm run restore -- <file> [--force]';

await runTool(usage, async ({ progress, signal }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean' } },
  });
  const [name] = positionals;
  if (!name || positionals.length > 1) throw new ConfigError(usage);
  const config = readConfig(process.env);
  prepareDataDir(config.dataDir);
  const lock = lockDataDir(config.dataDir);
  try {
    const force = values.force === true;
    const { manifest, readModels, aside } = await restoreBackup({
      ...{ file: resolve(name), config, force, progress, signal },
    });
    progress.say(`Restored ${manifest.log.events} events as of ${manifest.createdAt}.`);
    for (const place of aside) progress.say(`What was there before is in ${place}.`);
    if (!manifest.entries.some(entry => entry.name === 'data/secrets.json'))
      progress.say('The backup has no secrets.json: set the same secrets in the environment as before.');
    progress.say(
      readModels.length > 0
        ? `Read models came along: ${readModels.join(', ')}.`
        : 'The next start makes the read models from the log.',
    );
  } finally {
    lock.release();
  }
});
