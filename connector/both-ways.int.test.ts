import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { Connector } from './connector.ts';
import { ANA, accepted, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

const each = 60;

describe('sending and receiving at once with one contact', () => {
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  it('never uses a step of the ratchet twice', async () => {
    await office.simulator.write(ANA, { to: PHONE, text: 'início' });
    const started = await office.until('ticket', all => ofType(all, 'MessageReceived').length === 1);
    const ticketId = ofType(started, 'MessageReceived')[0]?.data.ticketId ?? '';
    const userId = newId();
    const principal = {
      ...{ userId, companyId: office.companyId, profile: 'admin' as const, superAdmin: false },
      ...{ queueIds: [], name: 'Ana' },
    };
    const context = () => ({
      ...{ ...office.bySystem(), actor: { kind: 'user' as const, id: userId }, principal },
    });
    const queueId = newId();
    const fields = { name: 'Fila', color: '#00ff00', greetingMessage: '', outOfHoursMessage: '' };
    accepted(await office.commands.queue.create(office.bySystem(), { queueId, ...fields }));
    accepted(await office.commands.ticket.accept(context(), { ticketId, queueId }));
    // A Postgres that answers late makes room for two steps to meet.
    await office.pool.query(`
      create function slow() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.004); return new; end $$;
      create trigger slow before insert or update on connector.wa_key
        for each row when (new.type = 'session') execute function slow()`);

    const incoming = async () => {
      for (let count = 0; count < each; count += 1)
        await office.simulator.write(ANA, { to: PHONE, text: `entra ${count}` });
    };
    const outgoing = async () => {
      for (let count = 0; count < each; count += 1) {
        const command = { messageId: newId(), ticketId, body: `sai ${count}` };
        accepted(await office.commands.message.queue(context(), command));
      }
    };
    await Promise.all([incoming(), outgoing()]);
    const events = await office.until('all of it', all => {
      // A receipt may come before what WhatsApp answered is taken in, and proves that it was sent.
      const gone = [...ofType(all, 'MessageSent'), ...ofType(all, 'MessageDelivered')];
      const sent = new Set(gone.map(event => event.data.messageId)).size;
      return ofType(all, 'MessageReceived').length >= each + 1 && sent >= each;
    });
    const bodies = ofType(events, 'MessageReceived').map(event => event.data.body);
    expect(bodies.slice(1)).toEqual(Array.from({ length: each }, (_, count) => `entra ${count}`));
    const shown = await office.simulator.shown(ANA, PHONE);
    const said = shown.map(message => message.text).filter(text => text.startsWith('sai'));
    expect(said).toEqual(Array.from({ length: each }, (_, count) => `sai ${count}`));
    expect(await office.simulator.get('/stats')).toMatchObject({ undecryptable: 0, retriesAsked: 0 });
  });
});
