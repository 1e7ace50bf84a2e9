import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waIdOf } from '#commands/message/wa-id.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Connector } from '../connector.ts';
import { all, type Conversation, openAttendant } from '../testing/attendant.ts';
import { ANA, type Office, openOffice, PHONE } from '../testing/office.ts';

/** A store in which some streams cannot be read, however often one tries. */
const openStoreWithGaps = () => {
  const store = openMemoryStore();
  const unreadable = new Set<string>();
  const withGaps: EventStore = {
    ...store,
    load: async (...input) => {
      if ([...unreadable].some(id => input[0].includes(id))) throw new Error('unreadable');
      return store.load(...input);
    },
  };
  return { withGaps, unreadable };
};

describe('a message that the log cannot be asked about', () => {
  const { withGaps, unreadable } = openStoreWithGaps();
  let office: Office;
  let connector: Connector;
  let ana: Conversation;
  const start = () => office.startConnector();
  const stateOf = async (id: string) =>
    (await office.pool.query<{ state: string }>('select state from connector.outbox where id = $1', [id]))
      .rows[0]?.state;

  beforeAll(async () => {
    office = await openOffice(withGaps);
    connector = await start();
    await office.pair();
    ana = await openAttendant(office).open({ number: ANA, name: 'Ana' });
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  it('is left out after some tries, and holds up nothing that comes after it', {
    timeout: 90_000,
  }, async () => {
    const before = await ana.say('antes');
    await office.until('sent', all(['MessageSent'], [before]));
    await connector.stop();
    const change = await ana.edit(before, 'nunca');
    const after = await ana.say('depois');
    unreadable.add(before);
    connector = await start();
    await office.until('the next', all(['MessageSent'], [after]));
    expect(await office.simulator.shown(ANA, PHONE)).toMatchObject([
      { id: waIdOf(before), text: 'antes' },
      { id: waIdOf(after), text: 'depois' },
    ]);
    await expect.poll(() => stateOf(change), { timeout: 30_000 }).toBe('failed');
    const { rows } = await office.pool.query('select last_error from connector.ledger');
    expect(rows).toEqual([{ last_error: 'ERR_SENDING_WAPP_MSG' }]);
  });

  it('is left out when it was on its way as the connector ended, and the others go out', async () => {
    const first = await ana.say('primeira');
    const second = await ana.say('segunda');
    await office.until('both', all(['MessageSent'], [first, second]));
    await connector.stop();
    await office.pool.query(
      `update connector.outbox set state = 'sending', tries = 5 where message_id = any($1::uuid[])`,
      [[first, second]],
    );
    const third = await ana.say('terceira');
    unreadable.add(first);
    connector = await start();
    await office.until('the next', all(['MessageSent'], [third]));
    await expect.poll(() => stateOf(second), { timeout: 30_000 }).toBe('sent');
    await expect.poll(() => stateOf(first), { timeout: 30_000 }).toBe('failed');
  });
});
