import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from './connector.ts';
import { type Reading, shareReading } from './session/reading.ts';
import { ANA, BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

const most = 10;
/** While the connector waits for an answer of the server, which comes behind messages. */
const mostWhileAsking = 10 * most;
/** What one read of a socket brings at most: 64 kB of messages that are larger than this. */
const perRead = Math.ceil(65_536 / 150);
const each = 450;

/** Notes how many messages waited at most, and how often a socket was left alone. */
const observe = (reading: Reading) => {
  const seen = { waiting: 0, pauses: 0 };
  const observed: Reading = {
    open: (socket, waiting) => {
      const line = reading.open(socket, waiting);
      return {
        ...line,
        changed: () => {
          const before = line.isPaused();
          seen.waiting = Math.max(seen.waiting, waiting());
          line.changed();
          if (line.isPaused() && !before) seen.pauses += 1;
        },
      };
    },
  };
  return { observed, seen };
};

describe('more than fits in memory, written while the connector was away', () => {
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
    await office.pair();
    for (const contact of [ANA, BOB]) await office.simulator.write(contact, { to: PHONE, text: 'Bom dia' });
    await office.until('the first', all => ofType(all, 'MessageReceived').length === 2);
    await connector.stop();
    for (let count = 0; count < each; count += 1) {
      const wrote = [ANA, BOB].map(contact =>
        office.simulator.write(contact, { to: PHONE, text: `${count}` }),
      );
      await Promise.all(wrote);
    }
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  it('waits at WhatsApp but for some, and is taken in once and in order, though the line breaks and the connector ends meanwhile', async () => {
    const { observed, seen } = observe(shareReading(most));
    const received = (all: Parameters<typeof ofType>[0]) => ofType(all, 'MessageReceived').slice(2);
    const start = () => office.startConnector({ reading: observed });
    connector = await start();
    await office.until('a part', all => received(all).length >= each / 2);
    await office.simulator.post('/faults', { closeWith: 'cut' });
    await office.until('more', all => received(all).length >= each);
    await connector.stop();
    connector = await start();
    const events = await office.until('everything', all => received(all).length >= each * 2);
    await office.simulator.untilQueueEmpty();

    expect(seen.pauses).toBeGreaterThan(2);
    expect(seen.waiting).toBeLessThan(mostWhileAsking + perRead);
    for (const lid of new Set(received(events).map(event => event.data.waKey.remoteJid))) {
      const mine = received(events).filter(event => event.data.waKey.remoteJid === lid);
      expect(mine.map(event => event.data.body)).toEqual(Array.from({ length: each }, (_, n) => `${n}`));
    }
    await office.untilJournalEmpty();
  });
});
