import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from './connector.ts';
import { type FragileOffice, openFragileOffice } from './testing/fragile-office.ts';
import { openFragileStore } from './testing/fragile-store.ts';
import { ANA, BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

describe('while the event store is out of reach', () => {
  const { fragile, state } = openFragileStore();
  const each = 260;
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice(fragile);
    connector = await office.startConnector();
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  it('keeps what comes in, more than fits in memory too, and takes it in afterwards in order', async () => {
    state.down = true;
    for (let count = 0; count < each; count += 1) {
      for (const contact of [ANA, BOB])
        await office.simulator.write(contact, { to: PHONE, text: `${contact} ${count}` });
    }
    await office.simulator.untilQueueEmpty();
    const { rows } = await office.pool.query(
      'select count(*)::int as open from connector.inbox_journal where not handled',
    );
    expect(rows).toEqual([{ open: each * 2 }]);
    state.down = false;
    const events = await office.until('all', all => ofType(all, 'MessageReceived').length >= each * 2);
    for (const contact of [ANA, BOB]) {
      const bodies = ofType(events, 'MessageReceived').map(event => event.data.body);
      expect(bodies.filter(body => body.startsWith(contact))).toEqual(
        Array.from({ length: each }, (_, count) => `${contact} ${count}`),
      );
    }
    await office.untilJournalEmpty();
  });
});

describe('while Postgres is out of reach', () => {
  let fragile: FragileOffice;

  beforeAll(async () => {
    fragile = await openFragileOffice();
  });
  afterAll(() => fragile.end());

  it('opens what comes in when it is back, in order, and asks nobody to send it again', async () => {
    const { office, postgres } = fragile;
    const texts = Array.from({ length: 6 }, (_, count) => `durante ${count}`);
    const write = (text: string) => office.simulator.write(ANA, { to: PHONE, text });
    postgres.cut();
    for (const text of texts.slice(0, 3)) await write(text);
    await postgres.untilTurnedAway(20);
    postgres.mend();
    for (const text of texts.slice(3)) await write(text);
    const events = await office.until('all', all => ofType(all, 'MessageReceived').length >= texts.length);
    const bodies = ofType(events, 'MessageReceived').map(event => event.data.body);
    expect(bodies).toEqual(texts);
  });
});
