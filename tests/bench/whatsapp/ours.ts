import { newId } from '#commands/ids.ts';
import { inFlight } from '../measure.ts';
import { ourPhone } from './people.ts';
import { accepted, type Premises } from './premises.ts';
import { until } from './processes.ts';

/** A connection that is paired, and what it has done so far. */
export type Connection = {
  readonly connectionId: string;
  /** How many received messages stand in the log, and nothing of them has to be done any more. */
  readonly received: () => Promise<number>;
  /** How many messages are acknowledged by WhatsApp, as the log knows. */
  readonly acknowledged: () => Promise<number>;
  /** Queues messages to all chats in turn, or to groups. */
  readonly queue: (total: number, where: 'contacts' | 'groups') => Promise<void>;
};

/** Makes connections and pairs each with a phone of its number; the running connector shows their codes. */
export const pair = async (premises: Premises, numbers: readonly string[]): Promise<string[]> => {
  const { commands, pool, simulator, bySystem } = premises;
  const ids = numbers.map(() => newId());
  for (const [n, connectionId] of ids.entries()) {
    const place = { connectionId, provider: 'simulator' as const, isDefault: numbers[n] === ourPhone };
    accepted(
      await commands.connection.create(bySystem(), { ...place, name: `Loja ${numbers[n]}`, queueIds: [] }),
    );
  }
  const scanned = new Set<string>();
  await until('all are connected', async () => {
    const { rows } = await pool.query<{ id: string; status: string; qr: string }>(
      'select connection_id as id, status, qr from connector.session where connection_id = any($1)',
      [ids],
    );
    for (const { id, qr } of rows) {
      if (qr === '' || scanned.has(qr)) continue;
      scanned.add(qr);
      // A code that is no longer shown is followed by another.
      await simulator.post(`/phones/${numbers[ids.indexOf(id)]}/scan`, { qr }).catch(() => undefined);
    }
    return rows.filter(({ status }) => status === 'CONNECTED').length === ids.length;
  });
  return ids;
};

export const openConnection = async (premises: Premises): Promise<Connection> => {
  const { pool, commands, companyId, bySystem } = premises;
  const [connectionId = ''] = await pair(premises, [ourPhone]);
  const setting = { key: 'CheckMsgIsGroup', value: 'disabled' };
  accepted(await commands.company.changeSetting(bySystem(), setting));
  const userId = newId();
  const principal = {
    ...{ userId, companyId, profile: 'admin' as const, superAdmin: false },
    ...{ queueIds: [], name: 'Ana' },
  };
  const byAdmin = () => ({ ...bySystem(), actor: { kind: 'user' as const, id: userId }, principal });
  const queueId = newId();
  const fields = { name: 'Fila', color: '#00ff00', greetingMessage: '', outOfHoursMessage: '' };
  accepted(await commands.queue.create(bySystem(), { queueId, ...fields }));
  const taken = new Map<string, readonly string[]>();
  let queued = 0;

  const count = async (sql: string) => {
    const { rows } = await pool.query<{ n: number }>(sql, [connectionId]);
    return rows[0]?.n ?? 0;
  };
  /** The tickets of all who have written; those of people are taken first. */
  const tickets = async (where: 'contacts' | 'groups') => {
    const known = taken.get(where);
    if (known) return known;
    const { rows } = await pool.query<{ id: string }>(
      `select distinct ticket_id as id from connector.message
       where connection_id = $1 and (jid like '%@g.us') = $2`,
      [connectionId, where === 'groups'],
    );
    const ids = rows.map(({ id }) => id);
    if (where === 'contacts')
      for (const ticketId of ids) accepted(await commands.ticket.accept(byAdmin(), { ticketId, queueId }));
    taken.set(where, ids);
    return ids;
  };
  return {
    connectionId,
    received: () =>
      count('select coalesce(sum(shown), 0)::int as n from connector.ledger where connection_id = $1'),
    acknowledged: () =>
      count(`select count(*)::int as n from connector.outbox where connection_id = $1 and state = 'sent'`),
    queue: async (total, where) => {
      const ids = await tickets(where);
      await inFlight(total, 16, async () => {
        queued += 1;
        const ticketId = ids[queued % ids.length] ?? '';
        const command = { messageId: newId(), ticketId, body: `Resposta ${queued}` };
        accepted(await commands.message.queue(byAdmin(), command));
      });
    },
  };
};
