import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, type Live, openLive } from '../testing/live-socket.ts';
import { must, type Office, openOffice, phoneNumber } from '../testing/office.ts';
import { closedUnauthenticated } from './connection.ts';

let harness: Harness;
let office: Office;
let base: string;
let sales: string;
let support: string;
let connectionId: string;
type Person = { userId: string; email: string; token: string; principal: Parameters<Office['context']>[0] };
let admin: Person;
let ana: Person;
let bruno: Person;
const sockets: Live[] = [];

beforeAll(async () => {
  harness = await openHarness();
  base = await harness.listen();
  office = await openOffice(harness);
  sales = await office.queue('Vendas', '#00aa00');
  support = await office.queue('Suporte', '#0000aa');
  connectionId = await office.connection([sales]);
  admin = await person('Admin', 'admin', []);
  ana = await person('Ana', 'user', [sales]);
  bruno = await person('Bruno', 'user', [support]);
});
afterEach(() => {
  for (const live of sockets.splice(0)) live.close();
});
afterAll(() => harness.close());

const person = async (name: string, profile: 'admin' | 'user', queueIds: string[]): Promise<Person> => {
  const { email, userId, companyId } = await office.user(name, { profile, queueIds });
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(email);
  const principal = { userId, companyId, profile, superAdmin: false, queueIds, name };
  return { userId, email, token: browser.token(), principal };
};
const live = async ({ token }: { token: string }, since?: number): Promise<Live> => {
  const socket = openLive(base, token, since);
  sockets.push(socket);
  await socket.hello();
  return socket;
};
const pending = async (queueId: string | null = sales) => {
  const contactId = await office.contact();
  return office.pending({ contactId, connectionId, queueId });
};
const ticketOf = ({ data }: { data: unknown }): string =>
  Reflect.get(Object(data), 'ticketId') ?? Reflect.get(Object(Reflect.get(Object(data), 'ticket')), 'id');
const aboutTicket =
  (action: string, ticketId: string) =>
  (frame: Live['frames'][number]): boolean =>
    is('ticket', { action })(frame) && ticketOf(frame) === ticketId;

describe('a socket', () => {
  it('is refused before the upgrade without a session', async () => {
    for (const token of ['nonsense', `${ana.token}x`]) {
      const socket = openLive(base, token);
      expect(await socket.refused).toBe(401);
    }
  });
  it('is greeted with who it is and a position to count on', async () => {
    const socket = await live(ana);
    const hello = await socket.hello();
    expect(socket.frames[0]).toBe(hello);
    expect(hello.data).toEqual({ userId: ana.userId, companyId: office.companyId });
    expect(hello.position).toBeGreaterThan(0);
  });
  it('is closed for what it may not say', async () => {
    const socket = await live(ana);
    socket.say({ event: 'joinCompany', companyId: 'x' });
    expect((await socket.closed).code).toBe(1008);
  });
  it('ends when the access token does that it was given last', async () => {
    const socket = await live(ana);
    const claims = harness.app.jwt.decode<{ userId: string; companyId: string; sid: string }>(ana.token);
    const { userId, companyId, sid } = claims ?? { userId: '', companyId: '', sid: '' };
    const other = harness.app.jwt.sign({ userId, companyId, sid: newId() }, { expiresIn: 60 });
    const brief = harness.app.jwt.sign({ userId, companyId, sid }, { expiresIn: 1 });
    const stranger = await live(ana);
    stranger.say({ event: 'token', token: other });
    expect(await stranger.closed).toEqual({ code: closedUnauthenticated, reason: 'ERR_UNAUTHENTICATED' });
    socket.say({ event: 'token', token: brief });
    expect((await socket.closed).code).toBe(closedUnauthenticated);
  });
  it('is notified that another login took over, and closed', async () => {
    const eva = await person('Eva', 'user', []);
    const socket = await live(eva);
    await openBrowser(harness).login(eva.email);
    const logout = await socket.frame('logout', is('auth', { action: 'logout' }));
    expect(logout.data).toEqual({ action: 'logout', reason: 'other-login' });
    expect((await socket.closed).code).toBe(closedUnauthenticated);
  });
  it('is closed when its user is removed', async () => {
    const rui = await person('Rui', 'user', []);
    const socket = await live(rui);
    must(await harness.commands.user.remove(office.context(), { userId: rui.userId }));
    const logout = await socket.frame('logout', is('auth', { action: 'logout' }));
    expect(logout.data).toEqual({ action: 'logout', reason: 'revoked' });
    await socket.closed;
  });
  it('is closed when its user is given another profile', async () => {
    const rita = await person('Rita', 'user', []);
    const socket = await live(rita);
    const change = { userId: rita.userId, profile: 'admin' } as const;
    must(await harness.commands.user.change(office.context(), change));
    const logout = await socket.frame('logout', is('auth', { action: 'logout' }));
    expect(logout.data).toEqual({ action: 'logout', reason: 'revoked' });
    await socket.closed;
  });
  it('loads anew when its user gets other queues, and sees by them', async () => {
    const leo = await person('Leo', 'user', []);
    const socket = await live(leo);
    must(
      await harness.commands.user.change(office.context(), {
        ...{ userId: leo.userId, name: 'Leo', email: leo.email, profile: 'user' },
        ...{ queueIds: [support], connectionIds: [] },
      }),
    );
    await socket.frame('resync', ({ event }) => event === 'resync');
    const ticketId = await pending(support);
    await socket.frame('ticket', aboutTicket('update', ticketId));
  });
});

describe('tickets', () => {
  it('come to those who may see them, and to nobody else', async () => {
    const [atAdmin, atAna, atBruno] = await Promise.all([live(admin), live(ana), live(bruno)]);
    const other = await openOffice(harness);
    const stranger = await other.user('Zé', { profile: 'admin' });
    await harness.caughtUp();
    const browser = openBrowser(harness);
    await browser.login(stranger.email);
    const atStranger = await live({ token: browser.token() });
    const ticketId = await pending(sales);
    const marker = await pending(null);
    for (const socket of [atAdmin, atAna]) {
      const frame = await socket.frame('ticket', aboutTicket('update', ticketId));
      expect(frame.event).toBe(`company-${office.companyId}-ticket`);
    }
    await atBruno.frame('ticket without a queue', aboutTicket('update', marker));
    expect(atBruno.frames.filter(frame => ticketOf(frame) === ticketId)).toEqual([]);
    expect(atStranger.frames.filter(({ event }) => event.includes(office.companyId))).toEqual([]);
  });
  it('come on the connections somebody works on, and only those', async () => {
    const branch = await office.connection([sales]);
    const eli = await person('Eli', 'user', [sales]);
    const account = { userId: eli.userId, connectionIds: [branch] };
    must(await harness.commands.user.change(office.context(), account));
    await harness.caughtUp();
    const socket = await live(eli);
    const hidden = await pending(sales);
    const contactId = await office.contact();
    const shown = await office.pending({ contactId, connectionId: branch, queueId: sales });
    await socket.frame('ticket', aboutTicket('update', shown));
    expect(socket.frames.some(frame => ticketOf(frame) === hidden)).toBe(false);
  });
  it('are removed from those who cannot see them any more, and only from those', async () => {
    const ticketId = await pending(sales);
    await harness.caughtUp();
    const [atAdmin, atAna, atBruno] = await Promise.all([live(admin), live(ana), live(bruno)]);
    must(await harness.commands.ticket.accept(office.context(admin.principal), { ticketId }));
    must(
      await harness.commands.ticket.transfer(office.context(admin.principal), {
        ...{ ticketId, queueId: support, userId: null, notes: null },
      }),
    );
    await atAna.frame('removal', aboutTicket('removeFromList', ticketId));
    await atBruno.frame('update', aboutTicket('update', ticketId));
    const [last] = atAna.frames.filter(frame => ticketOf(frame) === ticketId).reverse();
    expect(last?.data).toMatchObject({ action: 'removeFromList' });
    for (const socket of [atAdmin, atBruno])
      expect(socket.frames.some(aboutTicket('removeFromList', ticketId))).toBe(false);
  });
  it('that are deleted say so', async () => {
    const ticketId = await pending(sales);
    await harness.caughtUp();
    const [atAna, atBruno] = await Promise.all([live(ana), live(bruno)]);
    must(await harness.commands.ticket.delete(office.context(admin.principal), { ticketId }));
    await atAna.frame('delete', aboutTicket('delete', ticketId));
    const marker = await pending(null);
    await atBruno.frame('marker', aboutTicket('update', marker));
    expect(atBruno.frames.some(aboutTicket('delete', ticketId))).toBe(false);
  });
  it('that were only read say that too', async () => {
    const atAna = await live(ana);
    const chat = { number: phoneNumber(), lid: null, name: 'Dora', isGroup: false };
    await office.inbound(connectionId, { chat });
    const came = await atAna.frame('ticket', ({ data }) => {
      const ticket = Reflect.get(Object(data), 'ticket');
      return ticket?.contact?.name === 'Dora' && ticket.unreadMessages === 1;
    });
    const ticketId = ticketOf(came);
    must(await harness.commands.ticket.accept(office.context(ana.principal), { ticketId }));
    await atAna.frame('accepted', frame => {
      const ticket = Reflect.get(Object(frame.data), 'ticket');
      return ticket?.id === ticketId && ticket.status === 'open';
    });
    await office.inbound(connectionId, { chat, body: 'Alô?' });
    await atAna.frame('unread', ({ data }) => {
      const ticket = Reflect.get(Object(data), 'ticket');
      return ticket?.id === ticketId && ticket.lastMessage === 'Alô?' && ticket.unreadMessages > 0;
    });
    must(await harness.commands.ticket.read(office.context(ana.principal), { ticketId }));
    await atAna.frame('read', aboutTicket('updateUnread', ticketId));
  });
});

describe('messages', () => {
  it('go to who has joined the conversation or notifications, and may see it', async () => {
    const ticketId = await pending(sales);
    await harness.caughtUp();
    const [atAdmin, atAna, atBruno] = await Promise.all([live(admin), live(ana), live(bruno)]);
    atAna.say({ event: 'joinChatBox', ticketId });
    atBruno.say({ event: 'joinChatBox', ticketId });
    atBruno.say({ event: 'joinNotification' });
    must(await harness.commands.ticket.accept(office.context(ana.principal), { ticketId }));
    const queued = { ticketId, body: 'Bom dia', messageId: crypto.randomUUID() };
    must(await harness.commands.message.queue(office.context(ana.principal), queued));
    const created = await atAna.frame('message', is('appMessage', { action: 'create' }));
    expect(created.data).toMatchObject({
      message: { body: 'Bom dia', fromMe: true },
      ticket: { id: ticketId },
    });
    const waKey = { id: 'X', remoteJid: 'a@s.whatsapp.net', fromMe: true, participant: null };
    const bySystem = { ...office.context(), actor: { kind: 'connection' as const, id: connectionId } };
    must(await harness.commands.message.recordSent(bySystem, { messageId: queued.messageId, waKey }));
    const sent = await atAna.frame('sent', is('appMessage', { action: 'update' }));
    expect(sent.data).toMatchObject({ message: { id: queued.messageId, ack: 1, state: 'sent' } });
    for (const socket of [atAdmin, atBruno]) expect(socket.frames.some(is('appMessage'))).toBe(false);
  });
});

describe('a resumed socket', () => {
  it('gets what it missed, in its list and in its open conversation', async () => {
    const ticketId = await pending(sales);
    const gone = await pending(sales);
    const since = await harness.caughtUp();
    must(await harness.commands.ticket.accept(office.context(ana.principal), { ticketId }));
    must(await harness.commands.ticket.delete(office.context(admin.principal), { ticketId: gone }));
    const messageId = crypto.randomUUID();
    const queued = { ticketId, body: 'Ainda aí?', messageId };
    must(await harness.commands.message.queue(office.context(ana.principal), queued));
    await harness.caughtUp();
    const socket = await live(ana, since);
    await socket.frame('update', aboutTicket('update', ticketId));
    await socket.frame('removal', aboutTicket('removeFromList', gone));
    socket.say({ event: 'joinChatBox', ticketId });
    const missed = await socket.frame('message', is('appMessage', { action: 'create' }));
    expect(missed.data).toMatchObject({ message: { id: messageId } });
    expect(socket.frames.some(({ event }) => event === 'resync')).toBe(false);
  });
  it('is told of a contact that was removed that it is in no list any more', async () => {
    const contactId = await office.contact('Rita');
    const since = await harness.caughtUp();
    must(await harness.commands.contact.remove(office.context(admin.principal), { contactId }));
    await harness.caughtUp();
    const socket = await live(ana, since);
    const frame = await socket.frame('contact', is('contact', { action: 'delete' }));
    expect(frame.data).toMatchObject({ contact: { id: contactId } });
  });
  it('gets the names that changed meanwhile', async () => {
    const contactId = await office.contact('Clara');
    const queueId = await office.queue('Trocas', '#123456');
    const { userId, email } = await office.user('Davi', { queueIds: [queueId] });
    const tagId = crypto.randomUUID();
    must(await harness.commands.tag.create(office.context(), { tagId, name: 'Novo', color: '#e03131' }));
    const since = await harness.caughtUp();
    const texts = { greetingMessage: '', outOfHoursMessage: '' };
    const queue = { queueId, name: 'Devoluções', color: '#654321', ...texts };
    must(await harness.commands.contact.edit(office.context(), { contactId, name: 'Clara Dias' }));
    must(await harness.commands.queue.change(office.context(), queue));
    must(await harness.commands.tag.change(office.context(), { tagId, name: 'Antigo', color: '#1971c2' }));
    const account = { userId, name: 'Davi Reis', email, profile: 'user' as const };
    const lists = { queueIds: [queueId], connectionIds: [] };
    must(await harness.commands.user.change(office.context(admin.principal), { ...account, ...lists }));
    await harness.caughtUp();
    const socket = await live(ana, since);
    const dataOf = async (suffix: string) => (await socket.frame(suffix, is(suffix))).data;
    expect(await dataOf('contact')).toMatchObject({ contact: { id: contactId, name: 'Clara Dias' } });
    expect(await dataOf('queue')).toMatchObject({
      queue: { id: queueId, name: 'Devoluções', color: '#654321' },
    });
    expect(await dataOf('tag')).toMatchObject({ tag: { id: tagId, name: 'Antigo', color: '#1971c2' } });
    expect(await dataOf('user')).toMatchObject({ userId, name: 'Davi Reis' });
    expect(socket.frames.some(({ event }) => event === 'resync')).toBe(false);
  });
  it('is notified to load anew when it knows more than there is, or missed too much', async () => {
    const socket = await live(ana, 1_000_000_000);
    await socket.frame('resync', ({ event }) => event === 'resync');
  });
});

describe('connections', () => {
  it('show their QR code to admins only', async () => {
    const [atAdmin, atAna] = await Promise.all([live(admin), live(ana)]);
    await harness.pool.query(`create schema if not exists connector`);
    await harness.pool.query(
      `create table if not exists connector.session
         (connection_id uuid primary key, company_id uuid, qr text, retries int, status text,
          pairing_code text default '')`,
    );
    await harness.pool.query(`insert into connector.session values ($1, $2, 'scan-me', 1, 'qrcode')`, [
      connectionId,
      office.companyId,
    ]);
    await harness.pool.query(`select pg_notify('connector_session', $1)`, [
      JSON.stringify({ companyId: office.companyId, connectionId }),
    ]);
    const shown = await atAdmin.frame('qr', is('whatsappSession'));
    expect(shown.data).toMatchObject({ session: { id: connectionId, qrcode: 'scan-me' } });
    const hidden = await atAna.frame('no qr', is('whatsappSession'));
    expect(hidden.data).toMatchObject({ session: { qrcode: '' } });
  });
});

describe('an outage of notifications', () => {
  it('is followed by a resync or a new connection, never by silence', async () => {
    const socket = await live(ana);
    await harness.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`,
    );
    const notified = socket.frame('resync', ({ event }) => event === 'resync').then(() => 'resync');
    expect(['resync', 'closed']).toContain(
      await Promise.race([notified, socket.closed.then(() => 'closed')]),
    );
    // Who listens for ended sessions comes back on a line of its own, and then every socket proves its session anew.
    await socket.closed;
    const again = await live(ana);
    const ticketId = await pending(sales);
    await again.frame('update', aboutTicket('update', ticketId));
  });
});
