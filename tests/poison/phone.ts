import { expect, vi } from 'vitest';
import { newId } from '#commands/ids.ts';
import { accepted } from '#connector/testing/office.ts';
import type { Company } from './company.ts';
import type { Scene } from './scene.ts';

const phone = '5511955550000';
/** More than a connector works on at once, in and out. */
const contacts = Array.from({ length: 40 }, (_, n) => String(5_511_966_660_000 + n));
const patience = { timeout: 60_000, interval: 250 };

/** Pairs a company's connection with a phone of its own, while the services run. */
export const pairPhone = async (
  { office, pool }: Scene,
  { greeted: connectionId, system }: Company,
): Promise<void> => {
  const { simulator, commands } = office;
  const session = async () => {
    const text = 'select status, qr from connector.session where connection_id = $1';
    return (await pool.query<{ status: string; qr: string }>(text, [connectionId])).rows[0];
  };
  await simulator.post('/phones', { number: phone, name: 'Loja' });
  for (const number of contacts) await simulator.post('/contacts', { number, name: 'Clara' });
  accepted(await commands.connection.requestSession(system(), { connectionId, newPairing: true }));
  await vi.waitFor(async () => expect((await session())?.qr).toBeTruthy(), patience);
  await simulator.post(`/phones/${phone}/scan`, { qr: (await session())?.qr });
  await vi.waitFor(async () => expect((await session())?.status).toBe('CONNECTED'), patience);
};

/** Has it a message to send to each contact, and to get from each, as soon as the services run. */
export const keepPhoneBusy = async ({ office }: Scene, { as, ana, ticket }: Company): Promise<void> => {
  const { simulator, commands } = office;
  for (const number of contacts) {
    const { ticketId } = await ticket(null, ana, { number });
    accepted(await commands.message.queue(as(ana), { messageId: newId(), ticketId, body: 'Bom dia' }));
    await simulator.write(number, { to: phone, text: 'Bom dia' });
  }
};

/** How much of that has come in and was put down to go out. */
export const wasPhoneBusy = async ({ pool }: Scene, { greeted }: Company) => {
  const { rows } = await pool.query<{ came: number; goes: number }>(
    `select (select count(*)::int from connector.inbox_journal where account = $1) as came,
       (select count(*)::int from connector.outbox where connection_id = $1) as goes`,
    [greeted],
  );
  const { came = 0, goes = 0 } = rows[0] ?? {};
  return Math.min(came, goes) >= contacts.length;
};
