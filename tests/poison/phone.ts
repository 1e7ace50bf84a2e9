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
  { greeted: connectionId }: Company,
): Promise<void> => {
  const { simulator } = office;
  const session = async () => {
    const text = 'select status, qr from connector.session where connection_id = $1';
    return (await pool.query<{ status: string; qr: string }>(text, [connectionId])).rows[0];
  };
  await simulator.post('/phones', { number: phone, name: 'Loja' });
  for (const number of contacts) await simulator.post('/contacts', { number, name: 'Clara' });
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

/** Whether all of them have come in, whatever became of them. */
export const wasPhoneBusy = async ({ pool }: Scene, { greeted }: Company): Promise<boolean> => {
  const text = 'select count(*)::int as n from connector.inbox_journal where account = $1';
  const { rows } = await pool.query<{ n: number }>(text, [greeted]);
  return (rows[0]?.n ?? 0) >= contacts.length;
};
