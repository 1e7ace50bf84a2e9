import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from './connector.ts';
import { BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

const EVE = '5511966665555';

describe('texts that Postgres has no place for', () => {
  let office: Office;
  let connector: Connector;
  beforeAll(async () => {
    office = await openOffice();
    await office.simulator.post('/contacts', { number: EVE, name: 'Eve\0 \u202E', lid: '998877665544332' });
    connector = await office.startConnector();
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  it('come into the inbox like others, and hold up nobody', async () => {
    const card = { kind: 'document', mimetype: 'text/plain', base64: Buffer.from('Oi').toString('base64') };
    await office.simulator.write(EVE, { to: PHONE, text: 'Oi\0' });
    await office.simulator.write(BOB, { to: PHONE, text: 'Bom dia' });
    await office.simulator.write(EVE, { to: PHONE, media: { ...card, fileName: '../nota\0\u202Efdp.exe' } });
    const events = await office.until('all of them', all => ofType(all, 'MessageMediaStored').length === 1);
    const messages = ofType(events, 'MessageReceived').map(({ data }) => data);
    const of = (name: string) => messages.filter(({ senderName }) => senderName?.startsWith(name));
    expect(of('Eve').map(({ body, senderName }) => [body, senderName])).toEqual([
      ['Oi\uFFFD', 'Eve\uFFFD \u202E'],
      ['notafdp.exe', 'Eve\uFFFD \u202E'],
    ]);
    expect(of('Bob')).toMatchObject([{ body: 'Bom dia' }]);
    expect(ofType(events, 'MessageMediaStored')[0]?.data.media?.name).toBe('notafdp.exe');
    await office.untilJournalEmpty();
    const { rows } = await office.pool.query('select shown, rejected from connector.ledger');
    expect(rows).toMatchObject([{ shown: 3, rejected: expect.not.objectContaining({ 'set-aside': 1 }) }]);
  });
});
