import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connector } from '../connector.ts';
import { ANA, accepted, type Office, ofType, openOffice, PHONE } from '../testing/office.ts';

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

it('ends the waiting for files of a connection that is removed', async () => {
  const { commands, connectionId, companyId, pool, simulator } = office;
  await simulator.post('/faults', { failNextMedia: 1_000 });
  const media = { kind: 'image', mimetype: 'image/png', base64: Buffer.from('bytes').toString('base64') };
  await simulator.write(ANA, { to: PHONE, media });
  const received = await office.until('the picture', all => ofType(all, 'MessageReceived').length === 1);
  const { messageId } = ofType(received, 'MessageReceived')[0]?.data ?? { messageId: '' };
  accepted(await commands.connection.remove(office.bySystem(), { connectionId }));
  const events = await office.until('its end', all => ofType(all, 'MessageMediaFailed').length > 0);
  expect(ofType(events, 'MessageMediaFailed').map(({ data }) => data)).toEqual([
    { messageId, reason: 'expired' },
  ]);
  const waiting = 'select from connector.media_download where company_id = $1';
  await expect.poll(async () => (await pool.query(waiting, [companyId])).rowCount).toBe(0);
  // Nobody is there any more who could get it.
  const again = await commands.message.requestMedia(office.bySystem(), { messageId });
  expect(again).toMatchObject({ rejected: 'ERR_NO_WAPP_FOUND' });
});
