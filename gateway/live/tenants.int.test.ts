import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { companyEvent, companyEventSuffixes } from '#contracts/live.ts';
import { records } from '#domain/records/records.ts';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Live, openLive } from '../testing/live-socket.ts';
import { must, type Office, openOffice } from '../testing/office.ts';
import { recordForm } from '../testing/record-form.ts';

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

type Ids = { connectionId: string; ticketId: string; contactId: string; queueId: string; userId: string };
/** Each kind of frame once: what happens in a company that somebody looks at. */
const happen = async (office: Office, ids: Ids) => {
  const { connectionId, ticketId, contactId, queueId, userId } = ids;
  const { commands } = harness;
  const tagId = newId();
  const waId = newId();
  const messageId = newId();
  const queue = { name: 'Sigilo', color: '#0000bb', greetingMessage: '', outOfHoursMessage: '' };
  must(await commands.message.queue(office.context(), { messageId, ticketId, body: 'Segredo' }));
  must(await commands.contact.edit(office.context(), { contactId, name: 'Secreta Dias' }));
  must(await commands.queue.change(office.context(), { ...queue, queueId }));
  const option = { queueId, optionId: newId(), parentId: null, title: 'Segredo', message: '' };
  must(await commands.queueMenu.add(office.context(), option));
  must(await commands.company.changeSetting(office.context(), { key: 'call', value: 'disabled' }));
  for (const record of Object.values(records)) {
    const made = { ...recordForm(record), [record.idField]: newId(), userId };
    must(await commands.anyRecord[record.concept].create(office.context(), made));
  }
  const plan = { contactId, connectionId, body: 'Segredo', localAt: '2099-01-01T09:00', zone: 'UTC' };
  const scheduled = {
    scheduleId: newId(),
    ...plan,
    recurrence: 'none' as const,
    signed: false,
    replyToAuthor: false,
  };
  must(await commands.schedule.create(office.context(), scheduled));
  must(await commands.tag.create(office.context(), { tagId, name: 'Segredo', color: '#ff0000' }));
  must(await commands.ticket.tag(office.context(), { ticketId, tagIds: [tagId] }));
  const named = { connectionId: waId, name: 'Secreta', provider: 'simulator' as const };
  must(await commands.connection.create(office.context(), { ...named, isDefault: false, queueIds: [] }));
  const lost = { connectionId: waId, status: 'DISCONNECTED' as const, reason: 'logged-out', number: null };
  must(await commands.connection.recordStatus(office.context(), lost));
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
  await happen(own, { connectionId, ticketId, contactId, queueId, userId: first.userId });
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
