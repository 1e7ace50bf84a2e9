import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silenceConsole } from './silence-console.ts';
import { openAttendant } from './testing/attendant.ts';
import { openPremises, type Premises } from './testing/connector-process.ts';
import { ANA, ofType, PHONE } from './testing/office.ts';

describe('a connector process that stands still within a transaction, as in a stopped virtual machine', () => {
  let premises: Premises;
  let child: ChildProcess;

  beforeEach(async () => {
    silenceConsole();
    premises = await openPremises();
    const url = new URL(premises.office.databaseUrl);
    url.searchParams.set('idle_in_transaction_session_timeout', '100');
    child = premises.launch({ DATABASE_URL: url.href });
    await premises.office.pair();
  });
  afterEach(() => premises.end());

  /** The connector's transaction that follows the log, as Postgres sees it. */
  const following = async (more: string) => {
    const { rows } = await premises.office.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where application_name like $1 and query like '%connector.checkpoint%for update%' and ${more}`,
      [`connector ${child.pid} %`],
    );
    return rows[0]?.pid;
  };

  /** Stops the process while it waits for a lock, and lets Postgres answer, and lose patience, meanwhile. */
  const standStill = async (meanwhile: () => Promise<unknown>) => {
    const { pool } = premises.office;
    const lock = await pool.connect();
    await lock.query('begin');
    await lock.query('select from connector.checkpoint for update');
    await meanwhile();
    await expect.poll(() => following(`wait_event_type = 'Lock'`)).toBeDefined();
    const backend = await following('true');
    child.kill('SIGSTOP');
    await lock.query('commit');
    lock.release();
    await expect
      .poll(async () => (await pool.query('select from pg_stat_activity where pid = $1', [backend])).rowCount)
      .toBe(0);
    child.kill('SIGCONT');
  };

  it('goes on with the same session, and nothing is lost or doubled either way', async () => {
    const { office } = premises;
    const ana = await openAttendant(office).open({ number: ANA, name: 'Ana' });
    const write = (text: string) => office.simulator.write(ANA, { to: PHONE, text });
    await write('antes');
    const ids: string[] = [];
    await standStill(async () => {
      ids.push(await ana.say('na pausa'));
      await write('na pausa');
    });
    ids.push(await ana.say('depois'));
    await write('depois');

    const events = await office.until('all of it', all => {
      const sent = ofType(all, 'MessageSent').map(event => event.data.messageId);
      return ofType(all, 'MessageReceived').length >= 3 && ids.every(id => sent.includes(id));
    });
    const bodies = ofType(events, 'MessageReceived').map(event => event.data.body);
    expect(bodies).toEqual(['antes', 'na pausa', 'depois']);
    const shown = await office.simulator.untilShown(ANA, PHONE, all =>
      all.some(message => message.text === 'depois' && !message.fromMe),
    );
    const answers = shown.filter(message => !message.fromMe).map(message => message.text);
    expect(answers).toEqual(['na pausa', 'depois']);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  });
});
