import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Connector } from './connector.ts';
import { type Office, ofType, openOffice, PHONE } from './testing/office.ts';

const newcomers = 40;
const each = ['Bom dia', 'Quanto custa?'];
const numbers = Array.from({ length: newcomers }, (_, n) => String(5521900000000 + n));
const lidOf = (number: string) => `9${number}`;

/** How often the connector reads keys, and stores them with what they opened. */
const countStatements = () => {
  const counts = { reads: 0, commits: 0 };
  const query = vi.spyOn(Client.prototype, 'query');
  const count = () => {
    const names = query.mock.calls.map(([first]: readonly unknown[]) =>
      typeof first === 'object' && first && 'name' in first ? first.name : undefined,
    );
    counts.reads = names.filter(name => name === 'wa-key-get').length;
    counts.commits = names.filter(name => name === 'wa-key-journal').length;
    query.mockRestore();
    return counts;
  };
  return count;
};

describe('people who write for the first time', () => {
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
    await office.pair();
    await connector.stop();
    for (const number of numbers) {
      await office.simulator.post('/contacts', { number, name: `Novo ${number}`, lid: lidOf(number) });
      for (const text of each) await office.simulator.write(number, { to: PHONE, text });
    }
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  it('are taken in together: each by number and LID, with all they wrote, in order', async () => {
    const count = countStatements();
    connector = await office.startConnector();
    const events = await office.until(
      'all',
      all => ofType(all, 'MessageReceived').length === newcomers * each.length,
    );
    const { reads, commits } = count();
    expect(reads).toBeLessThan(newcomers * 2);
    expect(commits).toBeLessThan((newcomers * each.length) / 4);

    const contacts = ofType(events, 'ContactCreated').map(event => event.data);
    expect(contacts.map(({ number }) => number).toSorted()).toEqual(numbers);
    for (const number of numbers) {
      expect(contacts.find(contact => contact.number === number)?.lid).toBe(lidOf(number));
      const theirs = ofType(events, 'MessageReceived').filter(
        event => event.data.waKey.remoteJid === `${lidOf(number)}@lid`,
      );
      expect(theirs.map(event => event.data.body)).toEqual(each);
    }
    const { rows } = await office.pool.query(
      `select count(*)::int as n from connector.wa_key
       where type = 'lid-mapping' and id = any($1)`,
      [numbers],
    );
    expect(rows).toEqual([{ n: newcomers }]);
    await office.simulator.untilQueueEmpty();
  });
});
