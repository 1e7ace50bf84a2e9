import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { companyEvent, companyEventSuffixes } from '#contracts/live.ts';
import { openBrowser } from '../testing/browser.ts';
import { everythingHappens } from '../testing/everything-happens.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Live, openLive } from '../testing/live-socket.ts';
import { type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let base: string;
beforeAll(async () => {
  harness = await openHarness();
  base = await harness.listen();
});
afterAll(() => harness.close());

const login = async (email: string) => {
  const browser = openBrowser(harness);
  await browser.login(email);
  return browser;
};
const hearing = async (token: string, since?: number): Promise<Live> => {
  const socket = openLive(base, token, since);
  await socket.hello();
  socket.say({ event: 'joinNotification' });
  return socket;
};
/** Somebody new, so that everything notified before has been shown to who hears of them. */
const marker = async (office: Office, socket: Live) => {
  const { userId } = await office.user(`m${newId()}`);
  const isMarker = ({ data }: { data: unknown }) => Reflect.get(Object(data), 'userId') === userId;
  await socket.frame('the marker', isMarker);
};

it('nothing of a company comes to the sockets of another, whatever they join', async () => {
  const [own, foreign] = [await openOffice(harness), await openOffice(harness)];
  const queueId = await own.queue('Vendas', '#00aa00');
  const connectionId = await own.connection([queueId]);
  const contactId = await own.contact('Secreta');
  const ticketId = await own.pending({ contactId, connectionId, queueId });
  const [first, second] = [
    await own.user('Ana', { profile: 'admin' }),
    await own.user('Bia', { profile: 'admin' }),
  ];
  const [spy, other] = [await foreign.user('Espia', { profile: 'admin' }), await foreign.user('Olheiro')];
  await harness.caughtUp();
  const browser = await login(first.email);
  const atFirst = await hearing(browser.token());
  const atSecond = await hearing((await login(second.email)).token());
  const spies = [
    await hearing((await login(spy.email)).token(), 0),
    await hearing((await login(other.email)).token()),
  ];
  for (const socket of spies) {
    socket.say({ event: 'joinChatBox', ticketId, since: 0 });
    socket.say({ event: 'typing', ticketId, typing: true });
  }
  for (const socket of [atFirst, atSecond]) socket.say({ event: 'joinChatBox', ticketId });
  atSecond.say({ event: 'typing', ticketId, typing: true });
  await everythingHappens(harness, own, { connectionId, ticketId, contactId, queueId, userId: first.userId });
  const seen = (suffix: (typeof companyEventSuffixes)[number]) =>
    atFirst.frame(suffix, ({ event }) => event === companyEvent(own.companyId, suffix));
  for (const suffix of companyEventSuffixes.filter(each => each !== 'auth' && each !== 'user'))
    await seen(suffix);
  await marker(own, atFirst);
  await login(first.email);
  await seen('auth');
  for (const socket of spies) await marker(foreign, socket);

  const secrets = [own.companyId, ticketId, contactId, queueId, connectionId, first.userId, 'Secreta'];
  for (const socket of spies) {
    const heard = JSON.stringify(socket.frames);
    expect(secrets.filter(secret => heard.includes(secret))).toEqual([]);
  }
  const notified = JSON.stringify([...atFirst.frames, ...atSecond.frames]);
  for (const stranger of [spy.userId, other.userId, foreign.companyId])
    expect(notified).not.toContain(stranger);
  for (const socket of [atFirst, atSecond, ...spies]) socket.close();
});
