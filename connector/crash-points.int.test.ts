import type { ChildProcess } from 'node:child_process';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { silenceConsole } from './silence-console.ts';
import { openPremises, type Premises } from './testing/connector-process.ts';
import { ANA, accepted, ofType, PHONE } from './testing/office.ts';

/** Holds the next write of a kind at a gate, so that the writer can be killed in the middle of it. */
const gate = 4711;
const holding = `
  create table hold (what text);
  create function hold() returns trigger language plpgsql as $$
  declare held text;
  begin
    delete from hold where what = tg_argv[0] returning what into held;
    if held is not null then perform pg_advisory_xact_lock(${gate}); end if;
    return new;
  end $$;
  create trigger hold before insert on connector.inbox_journal for each row execute function hold('message');
  create trigger hold before insert or update on connector.wa_creds for each row execute function hold('credentials');
  create trigger hold before insert on connector.wa_key for each row when (new.type = 'pre-key')
    execute function hold('pre-keys');
  create trigger hold_session before insert or update on connector.wa_key for each row when (new.type = 'session')
    execute function hold('session')`;

/** What Postgres makes of a write whose writer is gone: it is finished, or undone with its connection. */
const ends = ['commits', 'rolls back'] as const;

describe('a connector that is killed at the worst moment', () => {
  let premises: Premises;
  let child: ChildProcess;
  let gatekeeper: Client;
  let ticketId: string;
  let said = 0;
  const admin = newId();
  const principal = () => ({
    ...{ userId: admin, companyId: premises.office.companyId, profile: 'admin' as const },
    ...{ superAdmin: false, queueIds: [], name: 'Ana' },
  });
  const context = () => ({
    ...premises.office.bySystem(),
    ...{ actor: { kind: 'user' as const, id: admin }, principal: principal() },
  });

  const arm = async (what: string) => {
    await gatekeeper.query('select pg_advisory_lock($1)', [gate]);
    await premises.office.pool.query('insert into hold values ($1)', [what]);
  };
  const held = async () => {
    const { rows } = await premises.office.pool.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0]?.pid;
  };
  /** What a killed connector has sent to Postgres is done, or undone: its lease is not renewed behind our back. */
  const quiet = async () => {
    const { rows } = await premises.office.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name like $1`,
      [`connector ${child.pid} %`],
    );
    return rows[0]?.count;
  };
  const killWhileHeld = async (end: (typeof ends)[number]) => {
    await expect.poll(held, { timeout: 30_000, interval: 10 }).toBeDefined();
    const pid = await held();
    await premises.kill(child);
    const { pool } = premises.office;
    if (end === 'rolls back') {
      await pool.query('select pg_terminate_backend($1)', [pid]);
      await expect.poll(held, { timeout: 30_000, interval: 10 }).toBeUndefined();
    }
    await gatekeeper.query('select pg_advisory_unlock($1)', [gate]);
    await expect.poll(quiet, { timeout: 30_000, interval: 10 }).toBe(0);
    await pool.query('truncate hold');
    await again();
  };
  const again = async () => {
    await premises.office.pool.query('update connector.session set lease_until = now()');
    child = premises.launch();
  };
  const write = async (from: string, text: string) => {
    await premises.office.simulator.write(from, { to: PHONE, text });
    return text;
  };
  const received = async (text: string) => {
    const { until } = premises.office;
    const events = await until(text, all =>
      ofType(all, 'MessageReceived').some(event => event.data.body === text),
    );
    return ofType(events, 'MessageReceived').map(event => event.data);
  };
  const say = async () => {
    said += 1;
    const [messageId, body] = [newId(), `resposta ${said}`];
    accepted(await premises.office.commands.message.queue(context(), { messageId, ticketId, body }));
    return body;
  };
  const shown = (body: string) =>
    premises.office.simulator.untilShown(ANA, PHONE, all => all.some(message => message.text === body));

  /** Both ways work, for who is known and for who writes for the first time; nothing is lost or there twice. */
  const stillWorks = async (also: readonly string[] = []) => {
    const { simulator } = premises.office;
    const stranger = `55119${String(70_000_000 + (said + 1) * 11)}`;
    await simulator.post('/contacts', { number: stranger, name: 'Estranho' });
    await write(stranger, `de ${stranger}`);
    await received(`de ${stranger}`);
    const all = await received(await write(ANA, `depois ${said}`));
    const messages = await shown(await say());
    const bodies = all.map(message => message.body);
    for (const body of [...also, `de ${stranger}`, `depois ${said - 1}`])
      expect([body, bodies.filter(each => each === body).length]).toEqual([body, 1]);
    expect(all.filter(message => message.mediaType === 'unavailable')).toEqual([]);
    const answers = messages.map(message => message.text).filter(text => text.startsWith('resposta'));
    expect(answers).toEqual([...new Set(answers)]);
    expect(await simulator.get('/stats')).toMatchObject({ undecryptable: 0 });
  };
  const scan = async () => {
    const { qr } = await premises.office.untilSession(row => row.status === 'qrcode' && row.qr !== '');
    await premises.office.simulator.post(`/phones/${PHONE}/scan`, { qr });
  };
  const connected = () => premises.office.untilSession(row => row.status === 'CONNECTED');

  beforeAll(async () => {
    silenceConsole();
    premises = await openPremises();
    const { office } = premises;
    await office.pool.query(holding);
    gatekeeper = new Client({ connectionString: office.databaseUrl });
    await gatekeeper.connect();
    child = premises.launch();
    await office.pair();
    ticketId = (await received(await write(ANA, 'início')))[0]?.ticketId ?? '';
    const queueId = newId();
    const fields = { name: 'Fila', color: '#00ff00', greetingMessage: '', outOfHoursMessage: '' };
    accepted(await office.commands.queue.create(office.bySystem(), { queueId, ...fields }));
    accepted(await office.commands.ticket.accept(context(), { ticketId, queueId }));
  }, 60_000);
  afterAll(async () => {
    await gatekeeper.end();
    await premises.end();
  });

  // Postgres finishes the statement of a client that is gone: stored, and the receipt was never sent.
  it.each([
    ['commits', 'after a message is stored and before its receipt'],
    ['rolls back', 'after a message is decrypted and before it is stored'],
  ] as const)('shows it once (%s: %s)', { timeout: 90_000 }, async (end, _when) => {
    await arm('message');
    const text = await write(ANA, `no pior momento: ${end}`);
    await killWhileHeld(end);
    await received(text);
    await stillWorks([text]);
  });

  it.each(ends)('says it once when killed while it encrypts (%s)', { timeout: 90_000 }, async end => {
    await arm('session');
    const body = await say();
    await killWhileHeld(end);
    const messages = await shown(body);
    expect(messages.filter(message => message.text === body)).toHaveLength(1);
    await stillWorks();
  });

  it.each(ends)('goes on when killed while it stores credentials (%s)', { timeout: 90_000 }, async end => {
    await premises.kill(child);
    await arm('credentials');
    await again();
    await killWhileHeld(end);
    await stillWorks();
  });

  it.each(ends)('goes on when killed while it uploads pre-keys (%s)', { timeout: 90_000 }, async end => {
    const { commands, connectionId, bySystem } = premises.office;
    await connected();
    accepted(await commands.connection.requestSession(bySystem(), { connectionId, newPairing: true }));
    await arm('pre-keys');
    await scan();
    await killWhileHeld(end);
    await connected();
    await stillWorks();
  });
});
