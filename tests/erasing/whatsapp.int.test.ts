import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from '#connector/connector.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice, PHONE } from '#connector/testing/office.ts';
import { searchTables } from './search.ts';

const lid = '123456789012345';

describe('erasing a contact of a live WhatsApp session', () => {
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
    await office.pair();
    const setting = { key: 'CheckMsgIsGroup', value: 'disabled' };
    accepted(await office.commands.company.changeSetting(office.bySystem(), setting));
    await office.untilFollowed();
  }, 60_000);
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  const heard = async (waId: string) => {
    const events = await office.until(waId, all =>
      ofType(all, 'MessageReceived').some(event => event.data.waKey.id === waId),
    );
    const message = ofType(events, 'MessageReceived').find(event => event.data.waKey.id === waId);
    if (!message) throw new Error(`${waId} was not received`);
    return message.data;
  };

  it('leaves their number, LID and keys nowhere in the connector, and takes in what they write again', async () => {
    const first = await heard(await office.simulator.write(ANA, { to: PHONE, text: 'Oi' }));
    const bobs = await heard(await office.simulator.write(BOB, { to: PHONE, text: 'Olá' }));
    const { jid } = await office.simulator.post<{ jid: string }>('/groups', {
      ...{ subject: 'Vizinhos', members: [ANA, BOB, PHONE] },
    });
    await heard(await office.simulator.write(ANA, { group: jid, text: 'No grupo' }));
    for (const number of [ANA, BOB])
      await office.simulator.put(`/phones/${PHONE}/addresses/${number}`, { name: 'Da agenda' });
    const { contactId } = first;
    await office.untilJournalEmpty();
    const names = ['contact', 'chat', 'message', 'wa_key', 'inbox_journal', 'address_book'];
    const tables = names.map(name => `connector.${name}`);
    const places = await until(
      () => searchTables(office.pool, [ANA, lid]),
      found => tables.every(table => found.join('\n').includes(table)),
    );
    for (const table of tables) expect(places.join('\n')).toContain(table);

    const counts = { tickets: 1, messages: 1, notes: 0, media: 0 };
    accepted(
      await office.commands.contact.erase(office.bySystem(), { contactId, confirmation: ANA, counts }),
    );
    const left = () => searchTables(office.pool, [ANA, lid]);
    expect(await until(left, found => found.length === 0)).toEqual([]);
    expect(await searchTables(office.pool, [BOB])).not.toEqual([]);

    const again = await heard(await office.simulator.write(ANA, { to: PHONE, text: 'Voltei' }));
    expect(again.contactId).not.toBe(contactId);
    const readable = await office.until('a readable message', all =>
      all.some(
        event =>
          (event.type === 'MessageReceived' || event.type === 'MessageContentRecovered') &&
          event.data.messageId === again.messageId &&
          event.data.body === 'Voltei',
      ),
    );
    expect(ofType(readable, 'ContactErased')).toHaveLength(1);
    const still = await heard(await office.simulator.write(BOB, { to: PHONE, text: 'Ainda aqui' }));
    expect(still.contactId).toBe(bobs.contactId);
  });
});

const until = async <T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> => {
  const giveUp = Date.now() + 30_000;
  for (;;) {
    const answer = await ask();
    if (fits(answer) || Date.now() > giveUp) return answer;
  }
};
