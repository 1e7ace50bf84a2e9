import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { Connector } from '../connector.ts';
import { all, openAttendant } from '../testing/attendant.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice } from '../testing/office.ts';

describe('mass messages of a connection', () => {
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector({ sending: { pace: { perSecond: 5, jitter: 0.2, perDay: 6 } } });
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  it('go at its pace and up to the day’s number, and hold back nothing that people write', async () => {
    const attendant = openAttendant(office);
    const ana = await attendant.open({ number: ANA, name: 'Ana' });
    const bob = await attendant.open({ number: BOB, name: 'Bob' });
    const mass: string[] = [];
    for (let count = 0; count < 8; count += 1) mass.push(await ana.say(`oferta ${count}`, { mass: true }));
    await office.until('the first', all(['MessageSent'], mass.slice(0, 1)));
    const single = await bob.say('Bom dia');
    await office.until('the single one', all(['MessageSent'], [single]));
    const events = await office.until('six', all(['MessageSent'], mass.slice(0, 6)));

    const sent = ofType(events, 'MessageSent');
    const order = sent.map(({ data }) => data.messageId);
    expect(order.filter(id => id !== single)).toEqual(mass.slice(0, 6));
    expect(order.indexOf(single)).toBeLessThan(3);

    const later = await bob.say('Boa tarde');
    await office.until('a later one', all(['MessageSent'], [later]));
    const { rows } = await office.pool.query(
      `select count(*)::int as waiting from connector.outbox where id = any($1) and state in ('queued', 'sending')`,
      [mass.slice(6)],
    );
    expect(rows).toEqual([{ waiting: 2 }]);
  });
});

describe('what programs send over a connection', () => {
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector({ sending: { programsPerSecond: 8 } });
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  it('goes at its pace, in order, while what people write passes', async () => {
    const attendant = openAttendant(office);
    const ana = await attendant.open({ number: ANA, name: 'Ana' });
    const bob = await attendant.open({ number: BOB, name: 'Bob' });
    const notices: string[] = [];
    for (let n = 0; n < 24; n += 1) {
      const messageId = newId();
      const context = { ...office.bySystem(), actor: { kind: 'token' as const, id: newId() } };
      const queued = office.commands.message.queue(context, {
        ...{ messageId, ticketId: bob.ticketId, body: `Aviso ${n}` },
      });
      accepted(await queued);
      notices.push(messageId);
    }
    const answer = await ana.say('Bom dia');
    const events = await office.until('all', all(['MessageSent'], [...notices, answer]));

    const sent = ofType(events, 'MessageSent');
    const order = sent.map(({ data }) => data.messageId);
    expect(order.filter(id => id !== answer)).toEqual(notices);
    expect(order.indexOf(answer)).toBeLessThan(20);
  });
});
