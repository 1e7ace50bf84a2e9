import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { Connector } from './connector.ts';
import { ANA, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

const boundMs = 10_000;

describe('presence', () => {
  let office: Office;
  let connector: Connector;
  let listener: Client;
  let contactId: string;
  const ticketId = newId();
  const told: unknown[] = [];
  let onNotification = () => {};

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
    await office.pair();
    await office.simulator.write(ANA, { to: PHONE, text: 'Oi' });
    const events = await office.until('a message', all => ofType(all, 'MessageReceived').length > 0);
    contactId = ofType(events, 'MessageReceived')[0]?.data.contactId ?? '';
    await office.untilFollowed();
    listener = new Client({ connectionString: office.databaseUrl });
    await listener.connect();
    listener.on('notification', ({ payload = '' }) => {
      told.push(JSON.parse(payload));
      onNotification();
    });
    await listener.query('listen contact_presence');
  });
  afterAll(async () => {
    await listener.end();
    await connector.stop();
    await office.end();
  });

  const ask = (what: 'watch' | 'typing', more = '') =>
    office.pool.query(`select pg_notify('connector_wake', $1)`, [
      `${what} ${office.connectionId} ${ticketId}:${contactId}${more}`,
    ]);
  const types = (state: object) =>
    office.simulator.post(`/contacts/${ANA}/typing`, { to: PHONE, on: true, ...state });
  const activities = () => told.map(each => Reflect.get(Object(each), 'activity'));
  const until = (count: number) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`told only ${JSON.stringify(told)}`)), boundMs);
      onNotification = () => {
        if (told.length < count) return;
        clearTimeout(timer);
        resolve();
      };
      onNotification();
    });

  it('of a contact is told for the conversations that are looked at, and for no other', async () => {
    await types({});
    await types({ on: false });
    await ask('watch');
    // One thing is done after the other, so the contact sees it once the conversation is watched.
    await office.simulator.nextEvent('typing', () => ask('typing', ':1'));
    await types({});
    await until(1);
    expect(told).toEqual([{ companyId: office.companyId, ticketIds: [ticketId], activity: 'composing' }]);
    await types({ recording: true });
    await until(2);
    await types({ on: false });
    await until(3);
    expect(activities()).toEqual(['composing', 'recording', null]);
  });

  it('of a contact ends with what they wrote', async () => {
    await types({});
    await until(4);
    await office.simulator.write(ANA, { to: PHONE, text: 'Pronto' });
    await until(5);
    expect(activities().slice(3)).toEqual(['composing', null]);
  });

  it('of an attendant is shown to the contact, and taken back', async () => {
    const typing = { type: 'typing', from: PHONE, to: ANA };
    const shown = (on: boolean) =>
      office.simulator.nextEvent('typing', () => ask('typing', on ? ':1' : ':0'));
    expect(await shown(false)).toEqual({ ...typing, on: false });
    expect(await shown(true)).toEqual({ ...typing, on: true });
    expect(await shown(false)).toEqual({ ...typing, on: false });
  });
});
