import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '#commands/ids.ts';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, type Live, openLive } from '../testing/live-socket.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let base: string;
beforeAll(async () => {
  harness = await openHarness();
  base = await harness.listen();
  office = await openOffice(harness);
});
afterAll(() => harness.close());

const login = async (name: string, more: Parameters<Office['user']>[1]): Promise<string> => {
  const { email } = await office.user(name, more);
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(email);
  return browser.token();
};
/** What a socket was sent of each ticket, once it has heard of the last change. */
const notified = async (socket: Live, last: string) => {
  const about = ({ data }: Live['frames'][number]): string =>
    Reflect.get(Object(data), 'ticketId') ?? Reflect.get(Object(Reflect.get(Object(data), 'ticket')), 'id');
  await socket.frame('the contact', ({ data }) => JSON.stringify(data).includes(last));
  const tickets = socket.frames.filter(({ event }) => event.endsWith('-ticket'));
  return Object.fromEntries(tickets.map(frame => [about(frame), Reflect.get(Object(frame.data), 'action')]));
};

it('sockets that come back at once share what is read, each by their rights, and no call waits for them', async () => {
  const sales = await office.queue('Vendas', '#00aa00');
  const support = await office.queue('Suporte', '#0000aa');
  const connectionId = await office.connection([sales]);
  const tokens = [
    await login('Admin', { profile: 'admin' }),
    await login('Ana', { queueIds: [sales] }),
    await login('Bruno', { queueIds: [support] }),
  ];
  const contactId = await office.contact('Clara');
  const gone = await office.pending({ contactId, connectionId, queueId: sales });
  const since = await harness.caughtUp();
  must(await harness.commands.ticket.delete(office.context(), { ticketId: gone }));
  const [first, second] = [await office.contact('Davi'), await office.contact('Eva')];
  const atSales = await office.pending({ contactId: first, connectionId, queueId: sales });
  const atSupport = await office.pending({ contactId: second, connectionId, queueId: support });
  const name = `Clara ${newId()}`;
  must(await harness.commands.contact.edit(office.context(), { contactId, name }));
  await harness.caughtUp();

  const reads = vi.spyOn(harness.liveTenants, 'read');
  const calls = vi.spyOn(harness.tenants, 'read');
  const sockets = Array.from({ length: 60 }, (_, n) => openLive(base, tokens[n % 3] ?? '', since));
  const heard = await Promise.all(sockets.map(socket => notified(socket, name)));
  const ofAll = { [gone]: 'removeFromList', [atSales]: 'update', [atSupport]: 'update' };
  const expected = [
    ofAll,
    { ...ofAll, [atSupport]: 'removeFromList' },
    { ...ofAll, [atSales]: 'removeFromList' },
  ];
  for (const [n, each] of heard.entries()) expect(each).toEqual(expected[n % 3]);
  expect(reads.mock.calls.length).toBeLessThanOrEqual(3);
  expect(calls).not.toHaveBeenCalled();

  for (const socket of sockets) socket.close();
});

it('a socket that was away is sent the settings that changed meanwhile, as far as it is answered them', async () => {
  const tokens = [await login('Outra admin', { profile: 'admin' }), await login('Caio', {})];
  const since = await harness.caughtUp();
  for (const [key, value] of [
    ['timeZone', 'America/Manaus'],
    ['autoCloseHours', '12'],
  ] as const)
    must(await harness.commands.company.changeSetting(office.context(), { key, value }));
  await harness.caughtUp();
  const [admin, attendant] = tokens.map(token => openLive(base, token, since));
  const zone = { action: 'update', setting: { key: 'timeZone', value: 'America/Manaus' } };
  for (const socket of [admin, attendant]) {
    const frame = await socket?.frame('the zone', ({ data }) => JSON.stringify(data).includes('Manaus'));
    expect(frame?.data).toEqual(zone);
  }
  await admin?.frame('the hours', ({ data }) => JSON.stringify(data).includes('autoCloseHours'));
  expect(attendant?.frames.filter(is('setting', {})).map(({ data }) => data)).toEqual([zone]);
  admin?.close();
  attendant?.close();
});
