import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOfType } from '#commands/testing/world.ts';
import { openBrowser } from '#gateway/testing/browser.ts';
import { type Harness, openHarness } from '#gateway/testing/harness.ts';
import { openOffice, phoneNumber } from '#gateway/testing/office.ts';
import { openKey } from '#gateway/testing/outside.ts';
import { type Generator, generators, uses } from './uses.ts';

const run = promisify(execFile);
const installed = fileURLToPath(new URL('./generators', import.meta.url));
const made = join(installed, 'made');
const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
const isInstalled = existsSync(join(installed, 'node_modules'));
if (!isInstalled)
  process.stderr.write('clients of generators: left out, the generators are not there (npm run clients)\n');

let harness: Harness;
let origin: string;
let token: string;
beforeAll(async () => {
  if (!isInstalled) return;
  harness = await openHarness();
  const office = await openOffice(harness);
  await office.connection([await office.queue('Vendas', '#00aa00')]);
  const { email } = await office.user('Bruna', { profile: 'admin' });
  await harness.caughtUp();
  const admin = openBrowser(harness);
  await admin.login(email);
  ({ token } = await openKey(harness, admin, ['send', 'read', 'webhooks']));
  origin = await harness.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  rmSync(made, { recursive: true, force: true });
  await harness?.close();
});

/** How each is called, as its own documentation says; orval has the address of its calls in its configuration. */
const commandsOf = (folder: string, source: string): Readonly<Record<Generator, readonly string[]>> => ({
  'openapi-typescript': ['openapi-typescript/bin/cli.js', source, '-o', join(folder, 'schema.ts')],
  '@hey-api/openapi-ts': ['@hey-api/openapi-ts/bin/run.js', '-i', source, '-o', join(folder, 'made')],
  orval: ['orval/dist/bin/orval.mjs', '--config', join(folder, 'orval.config.mjs')],
});
const orvalConfig = (folder: string, source: string): string =>
  `export default ${JSON.stringify({
    programs: {
      input: { target: source },
      output: { target: join(folder, 'client.ts'), client: 'fetch', baseUrl: origin },
    },
  })};`;
const compilerOptions = {
  ...{ strict: true, noEmit: true, target: 'esnext', module: 'esnext', moduleResolution: 'bundler' },
  ...{ lib: ['esnext', 'dom', 'dom.iterable'], types: [], allowImportingTsExtensions: true },
};

describe.runIf(isInstalled)('a client that is made of /docs/programs.json', () => {
  it.each(generators)('by %s compiles, sends, and reads', { timeout: 120_000 }, async generator => {
    const folder = join(made, generator.replaceAll(/\W/g, '-'));
    mkdirSync(folder, { recursive: true });
    const source = `${origin}/docs/programs.json`;
    writeFileSync(join(folder, 'orval.config.mjs'), orvalConfig(folder, source));
    const [script = '', ...given] = commandsOf(folder, source)[generator];
    await run(process.execPath, [join(installed, 'node_modules', script), ...given], { cwd: folder });

    writeFileSync(join(folder, 'use.ts'), uses[generator]);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*.ts', '**/*.ts'] }),
    );
    await run(tsc, ['-p', folder]).catch(({ stdout }) => expect.unreachable(String(stdout)));

    const before = (await eventsOfType(harness.store, 'MessageQueued')).length;
    const { use } = await import(join(folder, 'use.ts'));
    const number = phoneNumber();
    const done = await use(origin, token, number);
    expect(done).toMatchObject({ state: 'queued', media: '%PDF-1.7'.length, refused: 'mediaURL' });
    expect(done.secret).toMatch(/^whsec_/);
    const queued = (await eventsOfType(harness.store, 'MessageQueued')).slice(before);
    expect(queued.map(({ entityId }) => entityId)).toEqual([done.text, done.file]);
    expect((await use(origin, token, number)).text).toBe(done.text);
  });
});
