import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { Connector } from '../connector.ts';
import { all, type Conversation, openAttendant } from '../testing/attendant.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice } from '../testing/office.ts';
import { pruneOutbox } from './prune-outbox.ts';

let office: Office;
let connector: Connector;
let ana: Conversation;
let bob: Conversation;

beforeAll(async () => {
  office = await openOffice();
  connector = await office.startConnector();
  await office.pair();
  const attendant = openAttendant(office);
  ana = await attendant.open({ number: ANA, name: 'Ana' });
  bob = await attendant.open({ number: BOB, name: 'Bob' });
});
afterAll(async () => {
  await connector.stop();
  await office.end();
});

const rowsOf = async (ids: readonly string[]) =>
  (await office.pool.query('select state from connector.outbox where id = any($1)', [ids])).rows;
const age = (ids: readonly string[]) =>
  office.pool.query(
    `update connector.outbox set updated_at = now() - interval '31 days' where id = any($1)`,
    [ids],
  );

describe('what was settled long ago', () => {
  it('is forgotten, in any number, and what is younger or still to be sent is not', async () => {
    const [old, young] = [await ana.say('antiga'), await ana.say('nova')];
    await office.until('both', all(['MessageSent'], [old, young]));
    await office.pool.query(
      `insert into connector.outbox (id, message_id, connection_id, company_id, contact_id, position, wa_id, state)
       select gen_random_uuid(), gen_random_uuid(), $1, $1, $1, n, n, 'sent' from generate_series(1, 1200) n`,
      [newId()],
    );
    await office.pool.query(
      `update connector.outbox set updated_at = now() - interval '31 days' where company_id = connection_id`,
    );
    await age([old]);
    await pruneOutbox(office.pool);
    expect(await rowsOf([old, young])).toHaveLength(1);
    const { rowCount } = await office.pool.query(
      'select from connector.outbox where company_id = connection_id',
    );
    expect(rowCount).toBe(0);
  });

  it('can still be edited, quoted and asked for again', async () => {
    const quoted = await ana.say('citada');
    await office.until('sent', all(['MessageSent'], [quoted]));
    await age([quoted]);
    await pruneOutbox(office.pool);
    const answer = await ana.say('resposta', { quotedMessageId: quoted });
    await ana.edit(quoted, 'corrigida');
    await office.until('all', all(['MessageSent', 'MessageEdited'], [quoted, answer]));
  });
});

describe('what waits for a connection that is removed', () => {
  it('fails and says why, as does all that is asked of it later', async () => {
    const sent = await bob.say('ainda vai');
    await office.until('sent', all(['MessageSent', 'MessageDelivered'], [sent]));
    await office.simulator.post('/faults', { dropAcks: true, dropReceipts: true });
    const waiting = [await ana.say('não vai'), await bob.say('também não')];
    const other = newId();
    const place = { connectionId: other, name: 'Outra', provider: 'simulator' as const, isDefault: true };
    accepted(await office.commands.connection.create(office.bySystem(), { ...place, queueIds: [] }));
    const { connectionId } = office;
    accepted(await office.commands.connection.remove(office.bySystem(), { connectionId }));
    const events = await office.until('failed', all(['MessageFailed'], waiting));
    const reasons = ofType(events, 'MessageFailed').map(({ data }) => data.reason);
    expect(reasons).toEqual(['ERR_NO_WAPP_FOUND', 'ERR_NO_WAPP_FOUND']);

    const late = await ana.say('tarde demais');
    await ana.retry(waiting[0] ?? '');
    await bob.edit(sent, 'corrigida');
    const after = await office.until('all', told => {
      const failed = ofType(told, 'MessageFailed').filter(({ data }) => data.messageId === waiting[0]);
      return (
        all(['MessageFailed'], [late])(told) &&
        failed.length === 2 &&
        all(['MessageChangeRefused'], [sent])(told)
      );
    });
    expect(ofType(after, 'MessageChangeRefused').at(-1)?.data.reason).toBe('ERR_NO_WAPP_FOUND');
  });
});
