import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from './connector.ts';
import { all, openAttendant } from './testing/attendant.ts';
import { ANA, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

const minute = 60_000;

describe('a contact who is written to all day', () => {
  let office: Office;
  let connector: Connector;
  let at = Date.now();

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector({ now: () => at });
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  const fetched = async () => (await office.simulator.get<{ keysFetched: number }>('/stats')).keysFetched;
  const recordBytes = async () => {
    const { rows } = await office.pool.query<{ id: string; bytes: number }>(
      `select id, octet_length(value) as bytes from connector.wa_key where type = 'session' order by id`,
    );
    return rows.filter(({ id }) => id.startsWith('123456789012345')).map(({ bytes }) => bytes);
  };
  const restart = async () => {
    await connector.stop();
    connector = await office.startConnector({ now: () => at });
    await office.untilSession(({ status, lease_owner }) => status === 'CONNECTED' && lease_owner !== null);
  };

  it('has one key fetched, two sessions at most, and a record that stays small', async () => {
    await office.simulator.write(ANA, { to: PHONE, text: 'Bom dia' });
    const events = await office.until('the message', found => ofType(found, 'MessageReceived').length === 1);
    const [opened] = ofType(events, 'TicketOpened');
    const contactId = opened?.data.contactId ?? '';
    await office.commands.ticket.close(office.bySystem(), {
      ticketId: opened?.data.ticketId ?? '',
      justClose: true,
    });
    const conversation = await openAttendant(office).open({ contactId });
    const before = await fetched();
    let asked = 0;
    for (let n = 0; n < 24; n++) {
      if (n === 12) await restart();
      const answer = await conversation.say(`Resposta ${n}`);
      await office.until('the answer', all(['MessageDelivered'], [answer]));
      await office.simulator.write(ANA, { to: PHONE, text: `Pergunta ${n}` });
      asked += 1;
      await office.until('the question', found => ofType(found, 'MessageReceived').length === 1 + asked);
      at += 6 * minute;
    }
    expect((await fetched()) - before).toBe(1 + ownPhone);
    expect(await recordBytes()).toEqual([expect.any(Number)]);
    for (const bytes of await recordBytes()) expect(bytes).toBeLessThan(4_096);
    expect(await office.simulator.get('/stats')).toMatchObject({ undecryptable: 0, retriesAsked: 0 });
  });

  it('is written to on a device that WhatsApp told nobody of, from the second message on', async () => {
    await office.simulator.post('/faults', { tellsNoDevices: true });
    const conversation = await openAttendant(office).open({ contactId: await contactId() });
    const decrypted = async () => (await office.simulator.get<{ decrypted: number }>('/stats')).decrypted;
    const say = async (text: string) => {
      const count = await decrypted();
      const answer = await conversation.say(text);
      await office.until('the answer', all(['MessageDelivered'], [answer]));
      return (await decrypted()) - count;
    };
    const phones = await say('Um aparelho');
    await office.simulator.post(`/contacts/${ANA}/devices`);
    expect(await say('Ainda um aparelho')).toBe(phones);
    expect(await say('Dois aparelhos')).toBe(phones + 1);
    await office.simulator.post('/faults', { tellsNoDevices: false });
  });

  const contactId = async () => {
    const events = await office.until('a ticket', found => ofType(found, 'TicketOpened').length > 0);
    const ticketIds = ofType(events, 'TicketOpened').map(({ data }) => data);
    const open = ticketIds.at(-1);
    await office.commands.ticket.close(office.bySystem(), {
      ticketId: open?.ticketId ?? '',
      justClose: true,
    });
    return open?.contactId ?? '';
  };
});

/** The company's own phone gets a copy of what is sent. */
const ownPhone = 1;
