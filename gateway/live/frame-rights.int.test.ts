import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { type CompanyEventSuffix, companyEvent, companyEventSuffixes, type Frame } from '#contracts/live.ts';
import { records } from '#domain/records/records.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { everythingHappens } from '../testing/everything-happens.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { type Live, openLive } from '../testing/live-socket.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

/**
 * What is shown in a frame, as the call that answers the same is asked for it. Without `of` the frame has ids alone, or
 * nothing: then the call must not be refused.
 */
type Asked = {
  readonly path: string;
  readonly shown?: unknown;
  readonly of?: (body: Named) => unknown;
};
// biome-ignore lint/suspicious/noExplicitAny: frames and answers are checked by their schemas elsewhere
type Named = any;

const itself = (body: Named): unknown => body;
const oneOf = (list: string, id: string) => (body: Named) =>
  (list ? body[list] : body).find((each: Named) => each.id === id || each.key === id);

const askedForRecords = Object.fromEntries(
  Object.values(records).map(({ concept, path, pageOf }) => [
    concept,
    ({ action, [concept]: shown }: Named): Asked =>
      action === 'delete'
        ? { path: pageOf ? `${path.slice(1)}/list` : path.slice(1) }
        : { path: `${path.slice(1)}/${shown.id}`, shown, of: itself },
  ]),
) as Record<keyof typeof records, (data: Named) => Asked>;

/** A new kind of frame is missing here until it is said which call answers the same. */
const asked: Record<CompanyEventSuffix, (data: Named) => Asked | undefined> = {
  ticket: ({ ticket }) => ticket && { path: `tickets/${ticket.id}`, shown: ticket, of: itself },
  appMessage: ({ message }) => ({
    ...{ path: `messages/${message.ticketId}`, shown: message, of: oneOf('messages', message.id) },
  }),
  contact: ({ contact }) => contact && { path: `contacts/${contact.id}`, shown: contact, of: itself },
  user: ({ userId, name }) => ({
    ...{ path: 'users/list', shown: { name }, of: oneOf('users', userId) },
  }),
  whatsapp: ({ whatsapp }) => whatsapp && { path: `whatsapp/${whatsapp.id}`, shown: whatsapp, of: itself },
  whatsappSession: ({ session }) => ({ path: `whatsapp/${session.id}`, shown: session, of: itself }),
  presence: ({ ticketId }) => ({ path: `tickets/${ticketId}` }),
  notice: () => ({ path: 'notices' }),
  schedule: ({ scheduleId }) => ({ path: `schedules/${scheduleId}` }),
  setting: ({ setting }) => ({ path: 'settings', shown: setting, of: oneOf('', setting.key) }),
  queueOptions: ({ queueId }) => ({ path: `queue-options?queueId=${queueId}&parentId=-1` }),
  dashboard: () => ({ path: 'dashboard?days=7' }),
  audit: () => ({ path: 'audit' }),
  /** Of one's own session. */
  auth: () => undefined,
  ...askedForRecords,
};

/** Where a frame says something that the answer does not say: both have a name, and the answer nothing under it. */
const more = (shown: unknown, answered: unknown, at = ''): readonly string[] => {
  if (shown === null || shown === undefined || shown === '') return [];
  if (answered === null || answered === undefined || answered === '') return [at || 'all of it'];
  if (typeof shown !== 'object' || Array.isArray(shown)) return [];
  return Object.entries(shown).flatMap(([name, value]) =>
    Object.hasOwn(answered, name) ? more(value, Reflect.get(answered, name), `${at}/${name}`) : [],
  );
};

let harness: Harness;
let base: string;
let office: Office;
let people: Readonly<Record<string, { readonly browser: Browser; readonly userId: string }>>;
let place: { queueId: string; connectionId: string; contactId: string; ticketId: string; everyones: string };
beforeAll(async () => {
  harness = await openHarness();
  base = await harness.listen();
  office = await openOffice(harness);
  const [queueId, other] = [await office.queue('Vendas', '#00aa00'), await office.queue('Outra', '#0000aa')];
  const connectionId = await office.connection([queueId]);
  const keeper = await office.user('Rui', { queueIds: [queueId] });
  const contactId = await office.contact('Secreta');
  const context = () => office.context();
  const wallets = { key: 'useContactWallet', value: 'enabled' } as const;
  must(await harness.commands.company.changeSetting(context(), wallets));
  must(await harness.commands.contact.changeWallet(context(), { contactId, userIds: [keeper.userId] }));
  const ticketId = await office.pending({ contactId, connectionId, queueId });
  const everyones = await office.pending({
    ...{ contactId: await office.contact('Livre'), connectionId, queueId: null },
  });
  const analyst = await office.user('Lia');
  must(await harness.commands.user.change(context(), { userId: analyst.userId, analyst: true }));
  const who = {
    'an administrator': await office.user('Chefe', { profile: 'admin' }),
    'another administrator': await office.user('Root', { profile: 'admin' }),
    'an attendant of the queue': await office.user('Ana', { queueIds: [queueId] }),
    'an attendant of the queue who keeps the contact': keeper,
    'an attendant of another queue': await office.user('Bia', { queueIds: [other] }),
    'an analyst': analyst,
  };
  await harness.caughtUp();
  place = { queueId, connectionId, contactId, ticketId, everyones };
  const entered = Object.entries(who).map(async ([name, { email, userId }]) => {
    const browser = openBrowser(harness);
    await browser.login(email);
    return [name, { browser, userId }] as const;
  });
  people = Object.fromEntries(await Promise.all(entered));
});
afterAll(() => harness.close());

type Sockets = ReadonlyMap<string, Live>;
const openAll = async (since?: number): Promise<Sockets> => {
  const sockets = new Map<string, Live>();
  for (const [name, { browser }] of Object.entries(people)) {
    const socket = openLive(base, browser.token(), since);
    await socket.hello();
    sockets.set(name, socket);
  }
  return sockets;
};
/** Somebody new, so that everything notified before has been sent to who may see it. */
const allSent = async (sockets: Sockets) => {
  const { userId } = await office.user(`m${newId()}`);
  for (const socket of sockets.values())
    await socket.frame('the marker', ({ data }) => Reflect.get(Object(data), 'userId') === userId);
};

const suffixOf = ({ event }: Frame): CompanyEventSuffix | undefined =>
  companyEventSuffixes.find(suffix => event === companyEvent(office.companyId, suffix));

/** What came to somebody who is refused it when they ask, or answered less. */
const tooMuch = async ({ browser }: { readonly browser: Browser }, frames: readonly Frame[]) => {
  const found: unknown[] = [];
  for (const frame of frames) {
    const suffix = suffixOf(frame);
    const ask = suffix && asked[suffix](frame.data);
    if (!ask) continue;
    const { status, body } = await browser.get(ask.path);
    const said = status === 200 && ask.of ? more(ask.shown, ask.of(body)) : [];
    if (status !== 200 || said.length > 0) found.push([suffix, ask.path, status, said]);
  }
  return found;
};
const idsIn = (frames: readonly Frame[], suffix: CompanyEventSuffix) =>
  frames.filter(frame => suffixOf(frame) === suffix).map(({ data }) => JSON.stringify(data));
/** Of what everybody is answered who may: those who were sent no frame of it. */
const tooLittle = async (sockets: Sockets, suffix: CompanyEventSuffix, at: { path: string; id: string }) => {
  const missed: unknown[] = [];
  for (const [name, { browser }] of Object.entries(people)) {
    const { status } = await browser.get(`${at.path}/${at.id}`);
    const came = idsIn(sockets.get(name)?.frames ?? [], suffix).some(text => text.includes(at.id));
    if ((status === 200) !== came) missed.push([name, suffix, status, came]);
  }
  return missed;
};

describe('what the live channel sends to each role', () => {
  let made: Awaited<ReturnType<typeof everythingHappens>>;
  let before: number;
  let sockets: Sockets;
  let returned: Sockets;
  beforeAll(async () => {
    before = await harness.caughtUp();
    sockets = await openAll();
    for (const socket of sockets.values()) {
      socket.say({ event: 'joinNotification' });
      socket.say({ event: 'joinChatBox', ticketId: place.ticketId });
    }
    const userId = people['an administrator']?.userId ?? '';
    made = await everythingHappens(harness, office, { ...place, userId });
    await allSent(sockets);
    await harness.caughtUp();
    returned = await openAll(before);
    await allSent(returned);
    await harness.caughtUp();
  });
  afterAll(() => {
    for (const socket of [...sockets.values(), ...returned.values()]) socket.close();
  });

  it('is all of it sent to somebody', () => {
    const came = new Set([...sockets.values()].flatMap(({ frames }) => frames.map(suffixOf)));
    expect(companyEventSuffixes.filter(suffix => suffix !== 'auth' && !came.has(suffix))).toEqual([]);
    for (const socket of returned.values())
      expect(socket.frames.some(({ event }) => event === 'resync')).toBe(false);
  });

  it('is what they are answered when they ask for it', async () => {
    for (const [name, person] of Object.entries(people))
      expect([name, await tooMuch(person, sockets.get(name)?.frames ?? [])]).toEqual([name, []]);
  });

  it('after a time away, too', async () => {
    for (const [name, person] of Object.entries(people))
      expect([name, await tooMuch(person, returned.get(name)?.frames ?? [])]).toEqual([name, []]);
  });

  it.each(Object.values(records))(
    'is of a $name for those who may read it, and for nobody else',
    async record => {
      const at = { path: record.path.slice(1), id: made.recordIds[record.concept] ?? '' };
      expect(await tooLittle(sockets, record.concept, at)).toEqual([]);
      expect(await tooLittle(returned, record.concept, at)).toEqual([]);
    },
  );

  it('is of a scheduled message for those who may see it, and for nobody else', async () => {
    const at = { path: 'schedules', id: made.scheduleId };
    expect(await tooLittle(sockets, 'schedule', at)).toEqual([]);
    expect(await tooLittle(returned, 'schedule', at)).toEqual([]);
  });

  it('is of what a conversation has missed for those who may see its ticket', async () => {
    const messageId = newId();
    const said = { messageId, ticketId: place.everyones, body: 'Para todos' };
    must(await harness.commands.message.queue(office.context(), said));
    await harness.caughtUp();
    const again = await openAll();
    for (const [name, socket] of again) {
      socket.say({ event: 'joinChatBox', ticketId: place.ticketId, since: before });
      socket.say({ event: 'joinChatBox', ticketId: place.everyones, since: before });
      await socket.frame('what everybody sees', ({ data }) => JSON.stringify(data).includes(messageId));
      const status = (await people[name]?.browser.get(`tickets/${place.ticketId}`))?.status;
      const came = idsIn(socket.frames, 'appMessage').some(text => text.includes(made.messageId));
      expect([name, came]).toEqual([name, status === 200]);
      socket.close();
    }
  });

  it('is of what is gone for those who could read it, and for nobody else', async () => {
    const since = await harness.caughtUp();
    const admin = people['an administrator']?.browser;
    for (const { path, concept } of Object.values(records))
      expect((await admin?.delete(`${path.slice(1)}/${made.recordIds[concept]}`))?.status).toBe(200);
    await allSent(sockets);
    await harness.caughtUp();
    const later = await openAll(since);
    await allSent(later);
    for (const [name, person] of Object.entries(people))
      for (const socket of [sockets.get(name), later.get(name)])
        expect([name, await tooMuch(person, socket?.frames.filter(isRemoval) ?? [])]).toEqual([name, []]);
    const last = [...later.values()].flatMap(({ frames }) => frames.filter(isRemoval).map(suffixOf));
    expect(new Set(last)).toEqual(new Set(Object.keys(records)));
    for (const socket of later.values()) socket.close();
  });
});

const isRemoval = ({ data }: Frame) => Reflect.get(Object(data), 'action') === 'delete';
