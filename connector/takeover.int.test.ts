import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaseMs } from './session/leases.ts';
import { lookEveryMs } from './session/sessions.ts';
import { silenceConsole } from './silence-console.ts';
import { openPremises, type Premises } from './testing/connector-process.ts';
import { ANA, ofType, PHONE } from './testing/office.ts';

const patience = 45_000;

describe('two connector processes', () => {
  let premises: Premises;
  let first: ChildProcess;
  let second: ChildProcess;

  const stats = () =>
    premises.office.simulator.get<{ online: number; replaced: number; undecryptable: number }>('/stats');
  const owner = async () => {
    const { rows } = await premises.office.pool.query<{ lease_owner: string | null }>(
      'select lease_owner from connector.session where lease_until > now()',
    );
    return rows[0]?.lease_owner ?? null;
  };
  const received = (contact: string, bodies: readonly string[]) =>
    premises.office.until(`${contact}: ${bodies}`, all => {
      const got = ofType(all, 'MessageReceived').map(event => event.data.body);
      return bodies.every(body => got.includes(body));
    });
  const heir = (to: string | null) =>
    expect.poll(async () => ![null, to].includes(await owner()), { timeout: patience }).toBe(true);

  beforeEach(async () => {
    silenceConsole();
    premises = await openPremises();
    first = premises.launch();
    await premises.office.pair();
    second = premises.launch();
  });
  afterEach(() => premises.end());

  it('take the sessions of one that was killed, and never hold two sockets', {
    timeout: 120_000,
  }, async () => {
    const { office } = premises;
    const before = await owner();
    await office.simulator.write(ANA, { to: PHONE, text: 'antes' });
    await received(ANA, ['antes']);
    await premises.kill(first);
    await office.simulator.write(ANA, { to: PHONE, text: 'no meio' });
    await heir(before);
    await expect.poll(async () => (await stats()).online, { timeout: patience }).toBe(1);
    await office.simulator.write(ANA, { to: PHONE, text: 'depois' });
    const events = await received(ANA, ['antes', 'no meio', 'depois']);
    expect(ofType(events, 'MessageReceived')).toHaveLength(3);
    expect(await stats()).toMatchObject({ replaced: 0, undecryptable: 0 });
    // What is left of 15 seconds is for opening the socket.
    expect(leaseMs + lookEveryMs).toBeLessThanOrEqual(13_000);
  });

  it('take the sessions of a predecessor that has ended, however long its lease lasts', async () => {
    const { office } = premises;
    await premises.kill(second);
    const heldBy = (name: string) => expect.poll(owner, { timeout: patience }).toBe(name);
    await premises.kill(first);
    first = premises.launch({ LAUNCH_ID: 'first' });
    await office.pool.query('update connector.session set lease_until = now()');
    await heldBy('first');
    await premises.kill(first);
    await office.pool.query(`update connector.session set lease_until = now() + interval '1 hour'`);
    await office.simulator.write(ANA, { to: PHONE, text: 'no meio' });
    premises.launch({ LAUNCH_ID: 'second', ENDED_LAUNCHES: 'zeroth,first' });
    await heldBy('second');
    expect(ofType(await received(ANA, ['no meio']), 'MessageReceived')).toHaveLength(1);
  });

  it('leave a paused one nothing to write or to send when it wakes up', { timeout: 120_000 }, async () => {
    const { office } = premises;
    const before = await owner();
    await office.simulator.write(ANA, { to: PHONE, text: 'antes' });
    await received(ANA, ['antes']);
    first.kill('SIGSTOP');
    await heir(before);
    await office.untilSession(row => row.status === 'CONNECTED');
    await expect.poll(async () => (await stats()).replaced, { timeout: patience }).toBe(1);
    await office.pool.query(`
      create table written (at timestamptz default clock_timestamp(), what text, who text);
      create function note() returns trigger language plpgsql as $$
      begin
        insert into written (what, who) values (tg_table_name, current_setting('application_name'));
        return null;
      end $$;
      create trigger note after insert or update or delete on connector.wa_key for each row execute function note();
      create trigger note after insert or update or delete on connector.wa_creds for each row execute function note();
      create trigger note after insert on connector.inbox_journal for each row execute function note()`);
    first.kill('SIGCONT');
    const texts = Array.from({ length: 10 }, (_, count) => `depois ${count}`);
    for (const text of texts) await office.simulator.write(ANA, { to: PHONE, text });
    const events = await received(ANA, texts);
    const bodies = ofType(events, 'MessageReceived').map(event => event.data.body);
    expect(bodies).toEqual(['antes', ...texts]);
    const { rows } = await office.pool.query(
      `select distinct split_part(who, ' ', 2)::int as who from written`,
    );
    expect(rows).toEqual([{ who: second.pid }]);
    const told = ofType(events, 'ConnectionStatusChanged').map(event => event.data.status);
    expect(told.at(-1)).toBe('CONNECTED');
    expect(await stats()).toMatchObject({ online: 1, replaced: 1, undecryptable: 0 });
  });
});
