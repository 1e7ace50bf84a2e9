import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from '../connector.ts';
import { all, type Conversation, openAttendant } from '../testing/attendant.ts';
import { openFragileStore } from '../testing/fragile-store.ts';
import { ANA, type Office, ofType, openOffice, PHONE } from '../testing/office.ts';

describe('receipts of what was sent', () => {
  const { fragile, state } = openFragileStore();
  let office: Office;
  let connector: Connector;
  let ana: Conversation;

  beforeAll(async () => {
    office = await openOffice(fragile);
    connector = await office.startConnector();
    await office.pair();
    ana = await openAttendant(office).open({ number: ANA, name: 'Ana' });
  });
  afterAll(async () => {
    state.down = false;
    await connector.stop();
    await office.end();
  });

  const written = async () =>
    (await office.pool.query<{ step: string }>('select step from connector.receipt order by step')).rows;
  const again = async () => {
    await connector.stop();
    state.down = false;
    connector = await office.startConnector();
  };
  const read = () => office.simulator.post(`/contacts/${ANA}/read`, { with: PHONE });

  it('survive a connector that ends after it acknowledged them and before the log has them', async () => {
    const messageId = await ana.say('chegou?');
    await office.until('delivered', all(['MessageDelivered'], [messageId]));
    state.down = true;
    await read();
    await office.simulator.untilQueueEmpty();
    await again();
    await office.until('read', all(['MessageRead'], [messageId]));
    await expect.poll(written, { timeout: 20_000, interval: 20 }).toEqual([]);
  });

  it('find a message that the log learns of later', async () => {
    state.down = true;
    const { id } = await office.simulator.post<{ id: string }>(`/phones/${PHONE}/messages`, {
      ...{ to: ANA, text: 'do celular' },
    });
    await read();
    await office.simulator.untilQueueEmpty();
    await again();
    const events = await office.until('read', found => {
      const [own] = ofType(found, 'MessageReceived').filter(({ data }) => data.waKey.id === id);
      return !!own && all(['MessageRead'], [own.data.messageId])(found);
    });
    expect(ofType(events, 'MessageReceived').filter(({ data }) => data.waKey.id === id)).toHaveLength(1);
    await expect.poll(written, { timeout: 20_000, interval: 20 }).toEqual([]);
  });

  it('of changes and of strangers are not kept', async () => {
    const messageId = await ana.say('com reação');
    await office.until('delivered', all(['MessageDelivered'], [messageId]));
    await ana.react(messageId, '👍');
    await office.until('the reaction', found => ofType(found, 'MessageReacted').length > 0);
    await read();
    await office.until('read', all(['MessageRead'], [messageId]));
    await office.simulator.untilQueueEmpty();
    expect(await written()).toEqual([]);
  });
});
