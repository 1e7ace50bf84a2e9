import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionAnswer } from '#contracts/http.ts';
import type { ConnectionView } from '#contracts/views.ts';
import { contacts, phone } from '#start/demo/records.ts';
import { contactPhone, login } from '../system/api.ts';
import { type Product, runStart, startProduct } from '../system/product.ts';
import { dumpOf, earlierVersions, type Note, noteOf, unpackData, withDatabase } from './data-folder.ts';
import { whatIsShown } from './shown.ts';

/** Of the first version whose data are kept: everything has changed since. */
const first = 'eca5f1a3';
const root = fileURLToPath(new URL('../..', import.meta.url));

let folder = '';
let dataDir = '';
let product: Product | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-earlier-'));
  dataDir = join(folder, 'data');
  // So that a Postgres which root started can reach it.
  chmodSync(folder, 0o711);
  mkdirSync(dataDir, { mode: 0o711 });
});
afterEach(async () => {
  await product?.stop({ keepData: true });
  product = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const quiet = { AUTO_CLOSE_HOURS: '0' };

/** Starts the product on data and looks whether everything is there as it was. */
const comesUp = async ({ shown, day, password }: Note): Promise<Product> => {
  product = await startProduct({ dataDir, menu: true, env: quiet });
  const { url } = product;
  const ana = await login(url, 'ana@demo.local', password);
  const connection = async () => (await ana.call<ConnectionView[]>('GET', '/whatsapp')).body[0]?.status;
  await expect.poll(connection).toBe('CONNECTED');
  expect(await whatIsShown({ url, password }, day)).toMatchObject(shown);
  return product;
};

describe('the data of an earlier version', () => {
  it.each(earlierVersions())('come up as they were, and go on: %s', async commit => {
    await unpackData(commit, dataDir);
    const note = await noteOf(commit);
    const { url, simulatorUrl } = await comesUp(note);

    const renewed = await fetch(`${url}/api/auth/refresh_token`, {
      ...{ method: 'POST', headers: { cookie: note.session.cookie, origin: url } },
    });
    expect(renewed.status).toBe(200);
    expect(((await renewed.json()) as SessionAnswer).user.email).toBe(note.session.email);

    const ana = await login(url, 'ana@demo.local', note.password);
    const { tickets } = (await ana.tickets('?showAll=true&status=open')).body;
    const ticket = tickets.find(({ contactId }) => contactId === contacts.carla.contactId);
    const carla = contactPhone(simulatorUrl, contacts.carla.number, phone.number);
    await ana.send(ticket?.id ?? '', 'Rua das Flores, 12.');
    await expect.poll(async () => (await carla.shown()).at(-1)?.text).toContain('Rua das Flores, 12.');
    await carla.write('Obrigada!');
    const last = async () => (await ana.messages(ticket?.id ?? '')).body.messages.at(-1)?.body;
    await expect.poll(last).toBe('Obrigada!');
  });
});

describe('an upgrade that fails', () => {
  const logDigest = () =>
    createHash('sha256')
      .update(readFileSync(join(dataDir, 'events.db')))
      .digest('hex');
  const tables = async () => ({ database: await dumpOf(dataDir), log: logDigest() });
  /** A table that a step makes is there already, and is another one. */
  const spoil = () =>
    withDatabase(dataDir, client =>
      client.query('create table policy.auto_close (company_id uuid primary key)'),
    );
  const failToStart = async () => {
    const { ended, output } = runStart({ DATA_DIR: dataDir, PORT: '0', SIMULATOR: 'off', ...quiet });
    return { code: await ended, output: output() };
  };
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
    });

  it('says at which step and table, changes nothing, and names a way that works', async () => {
    await unpackData(first, dataDir);
    await spoil();
    const before = await tables();
    const { code, output } = await failToStart();
    expect(code).toBe(1);
    expect(output).toContain(
      'The upgrade failed at step 5 of policies ("whom contacts were asked to rate, and warnings before closing") at policy.auto_close: column "hours" of relation "auto_close" does not exist. Nothing was changed, and the version before starts on these data. This version takes the data over by "npm run backup" and "npm run restore"',
    );
    expect(await tables()).toEqual(before);

    const backup = join(folder, 'before.balcao');
    run('start/backup/backup.ts', backup);
    expect(await tables()).toEqual(before);
    dataDir = join(folder, 'other');
    mkdirSync(dataDir, { mode: 0o711 });
    run('start/backup/restore.ts', backup);
    await comesUp(await noteOf(first));
  });
});
