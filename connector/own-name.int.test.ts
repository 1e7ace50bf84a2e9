import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connector } from './connector.ts';
import { type Office, openOffice, PHONE } from './testing/office.ts';

let office: Office;
let connector: Connector;
beforeAll(async () => {
  office = await openOffice();
  connector = await office.startConnector();
});
afterAll(async () => {
  await connector.stop();
  await office.end();
});

// WhatsApp tells what contacts do only to who is online, and takes nobody as online who has no name.
it('learns the account’s name from its settings, without the history, and is online then', async () => {
  const seen = await office.simulator.nextEvent('presence', office.pair);
  expect(seen).toEqual({ type: 'presence', number: PHONE, available: true });
});
