import { text } from 'node:stream/consumers';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { openOffice } from '../testing/office.ts';
import { readInOwnProcess } from './own-process.ts';
import type { BulkJob } from './writers.ts';

const people = 10_000;
let harness: Harness;
let companyId: string;
let reader: ReturnType<typeof readInOwnProcess>;
const logged: string[] = [];
const note = (line: string) => void logged.push(line);

beforeAll(async () => {
  harness = await openHarness();
  const office = await openOffice(harness);
  ({ companyId } = office);
  await office.contact('Clara');
  await harness.caughtUp();
  await makePeople();
  const log = { warn: note, error: note };
  reader = readInOwnProcess({ databaseUrl: harness.databaseUrl, log, execArgv: ['--max-old-space-size=64'] });
});
afterAll(async () => {
  await reader.close();
  await harness.close();
});

/** More contacts than a moment is enough for, copied from one. */
const makePeople = async () => {
  const { rows } = await harness.pool.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema = 'inbox' and table_name = 'contact' and is_generated = 'NEVER'`,
  );
  const own: Readonly<Record<string, string>> = {
    id: 'gen_random_uuid()',
    name: `'Contato ' || n`,
    number: `'5511' || (900000000 + n)`,
    extra_info: `'[{"name":"Plano","value":"Empresarial & família"}]'`,
  };
  const columns = rows.map(({ column_name }) => `"${column_name}"`);
  const values = rows.map(({ column_name }) => own[column_name] ?? `"${column_name}"`);
  await harness.pool.query(
    `insert into inbox.contact (${columns}) select ${values} from inbox.contact, generate_series(2, ${people}) n
     where company_id = '${companyId}'`,
  );
};
const contacts = (format: 'csv' | 'xlsx'): BulkJob => ({
  kind: 'contacts',
  input: { companyId, format, language: 'pt-BR' },
});
const never = new AbortController().signal;
/** Connections of the process that read in this moment. */
const reading = async () => {
  const { rows } = await harness.pool.query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and state <> 'idle' and query like '%inbox.own_contact%'
       and pid <> pg_backend_pid()`,
  );
  return rows[0].n;
};

describe('a file that a process of its own writes', () => {
  it('is whole, in little memory', async () => {
    const lines = (await text(await reader.open(contacts('csv'), never))).trimEnd().split('\r\n');
    expect(lines).toHaveLength(people + 1);
    const bytes = Buffer.concat(await (await reader.open(contacts('xlsx'), never)).toArray());
    const [sheet] = await readXlsx(bytes);
    expect(sheet?.data).toHaveLength(people + 1);
    expect(sheet?.data[0]).toEqual(['Nome', 'Número', 'E-mail', 'Fila padrão', 'Carteira', 'Plano']);
    expect(logged).toEqual([]);
  });

  it('is refused as its writer refuses, before anything is sent', async () => {
    const now = new Date().toISOString();
    const form = { date_from: '2026-01-01', date_to: '2026-06-01' };
    const asked = reader.open({ kind: 'whatIf', input: { companyId, form, zone: 'UTC', now } }, never);
    await expect(asked).rejects.toMatchObject({ code: 'ERR_VALIDATION', message: '1 to 90 days' });
  });

  it('ends with who leaves, and so does its reading', async () => {
    const leaving = new AbortController();
    const stream = await reader.open(contacts('csv'), leaving.signal);
    const ended = new Promise(resolve => stream.once('close', resolve));
    leaving.abort();
    await ended;
    await expect.poll(reading).toBe(0);
    await expect(reader.open(contacts('csv'), leaving.signal)).rejects.toMatchObject({
      code: 'ERR_UNAVAILABLE',
    });
  });

  it('breaks off with its process, and the next is written by another', async () => {
    const stream = await reader.open(contacts('csv'), never);
    const pid = reader.pid() ?? 0;
    const broken = expect(text(stream)).rejects.toThrow();
    process.kill(pid, 'SIGKILL');
    await broken;
    const again = await text(await reader.open(contacts('csv'), never));
    expect(again.trimEnd().split('\r\n')).toHaveLength(people + 1);
    expect(reader.pid()).not.toBe(pid);
    expect(logged).toEqual([expect.stringContaining('has ended')]);
  });

  it('is given way to, and its process ends when there is nothing to write', async () => {
    const log = { warn: note, error: note };
    const brief = readInOwnProcess({ databaseUrl: harness.databaseUrl, log, execArgv: [], idleMs: 1 });
    const jobs = [1, 2, 3].map(async () => text(await brief.open(contacts('csv'), never)));
    await Promise.all(jobs);
    await expect.poll(brief.pid).toBeUndefined();
    expect(await text(await brief.open(contacts('csv'), never))).toContain('Contato 2;');
    await brief.close();
    expect(brief.pid()).toBeUndefined();
  });

  it('is refused while there is no database', async () => {
    const url = new URL(harness.databaseUrl);
    url.pathname = `/none_${newId()}`;
    const log = { warn: note, error: note };
    const lost = readInOwnProcess({ databaseUrl: url.href, log, execArgv: [] });
    await expect(lost.open(contacts('csv'), never)).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' });
    await lost.close();
  });
});
