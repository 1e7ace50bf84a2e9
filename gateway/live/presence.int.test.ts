import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { Frame } from '#contracts/live.ts';
import { buildApp } from '../app.ts';
import { readHere } from '../bulk/reader.ts';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, type Live, openLive } from '../testing/live-socket.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let base: string;
let secondBase: string;
let second: Awaited<ReturnType<typeof buildApp>>;
let sales: string;
let connectionId: string;
let contactId: string;
let ana: Person;
let bruno: Person;
let clara: Person;
let boss: Person;
type Person = { userId: string; token: string; principal: Parameters<Office['context']>[0] };
const sockets: Live[] = [];

beforeAll(async () => {
  harness = await openHarness();
  base = await harness.listen();
  const { databaseUrl, pool, media, tenants, liveTenants, positions, commands, keys, store } = harness;
  const { checkpointFiles } = harness;
  second = await buildApp({
    ...{
      databaseUrl,
      pool,
      media,
      checkpointFiles,
      tenants,
      liveTenants,
      positions,
      commands,
      keys,
      head: store.head,
      events: store,
      version: 'test',
      bulkReader: readHere({ pool, tenants }),
      setupCode: 'code-of-the-tests',
    },
    secrets: { jwtKey: 'test-key-'.repeat(6), refreshKey: 'test-refresh-'.repeat(4) },
    mediaLimits: { limit: 100_000, documentLimit: 200_000 },
    simulatorFor: { demoCompanyId: '', demo: false, admins: false },
    liveSockets: { person: 100, company: 100, gateway: 100 },
    log: pino({ level: 'silent' }),
  });
  secondBase = await second.listen({ port: 0, host: '127.0.0.1' });
  office = await openOffice(harness);
  sales = await office.queue('Vendas', '#00aa00');
  connectionId = await office.connection([sales]);
  ana = await person('Ana', [sales]);
  bruno = await person('Bruno', [sales]);
  clara = await person('Clara', []);
  boss = await person('Chefe', [], 'admin');
});
afterEach(() => {
  for (const live of sockets.splice(0)) live.close();
});
afterAll(async () => {
  await second.close();
  await harness.close();
});

const person = async (
  name: string,
  queueIds: string[],
  profile: 'admin' | 'user' = 'user',
): Promise<Person> => {
  const { email, userId, companyId } = await office.user(name, { profile, queueIds });
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(email);
  const principal = { userId, companyId, profile, superAdmin: false, queueIds, name };
  return { userId, token: browser.token(), principal };
};
const at = async ({ token }: Person, ticketId: string, where = base): Promise<Live> => {
  const socket = openLive(where, token);
  sockets.push(socket);
  await socket.hello();
  socket.say({ event: 'joinChatBox', ticketId });
  return socket;
};
const openTicket = async () => {
  contactId = await office.contact();
  const ticketId = await office.pending({ contactId, connectionId, queueId: sales });
  await harness.caughtUp();
  return ticketId;
};
const seeing = (viewers: Record<string, boolean>) => (frame: Frame) =>
  is('presence')(frame) && JSON.stringify(Object.fromEntries(viewersOf(frame))) === JSON.stringify(viewers);
const viewersOf = ({ data }: Frame): [string, boolean][] =>
  Reflect.get(Object(data), 'viewers').map((each: { name: string; typing: boolean }) => [
    each.name,
    each.typing,
  ]);
/** A frame that comes after what was seen so far. */
const next = (live: Live, what: string, matches: (frame: Frame) => boolean) => {
  const { length } = live.frames;
  return live.frame(what, frame => live.frames.indexOf(frame) >= length && matches(frame));
};
const heard = async (channel: string, wanted: (payload: string) => boolean, cause: () => unknown) => {
  const client = await harness.pool.connect();
  try {
    return await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('nothing was notified')), 20_000);
      client.on('notification', ({ payload = '' }) => {
        if (!wanted(payload)) return;
        clearTimeout(timer);
        resolve(payload);
      });
      client.query(`listen ${channel}`).then(cause).catch(reject);
    });
  } finally {
    client.removeAllListeners('notification');
    await client.query('unlisten *');
    client.release();
  }
};

describe('presence in a ticket', () => {
  it('names the others who have it open, and never oneself however many pages one has', async () => {
    const ticketId = await openTicket();
    const atAna = await at(ana, ticketId);
    await atAna.frame('nobody', seeing({}));
    const atBruno = await at(bruno, ticketId);
    await at(bruno, ticketId);
    await atAna.frame('Bruno', seeing({ Bruno: false }));
    await atBruno.frame('Ana', seeing({ Ana: false }));
    expect(atAna.frames.filter(is('presence')).every(frame => viewersOf(frame).length < 2)).toBe(true);
  });

  it('says who writes, and that they stopped', async () => {
    const ticketId = await openTicket();
    const [atAna, atBruno] = [await at(ana, ticketId), await at(bruno, ticketId)];
    await atAna.frame('Bruno', seeing({ Bruno: false }));
    atBruno.say({ event: 'typing', ticketId, typing: true });
    await atAna.frame('Bruno writes', seeing({ Bruno: true }));
    const stopped = next(atAna, 'Bruno stopped', seeing({ Bruno: false }));
    atBruno.say({ event: 'typing', ticketId, typing: false });
    await stopped;
  });

  it('is over when somebody leaves, and when their socket ends', async () => {
    const ticketId = await openTicket();
    const [atAna, atBruno] = [await at(ana, ticketId), await at(bruno, ticketId)];
    await atAna.frame('Bruno', seeing({ Bruno: false }));
    const left = next(atAna, 'nobody', seeing({}));
    atBruno.say({ event: 'leaveChatBox', ticketId });
    await left;
    const again = next(atAna, 'Bruno again', seeing({ Bruno: false }));
    atBruno.say({ event: 'joinChatBox', ticketId });
    await again;
    const gone = next(atAna, 'nobody again', seeing({}));
    atBruno.close();
    await gone;
  });

  it('neither counts nor notifies who may not see the ticket, and stops when they cannot any more', async () => {
    const ticketId = await openTicket();
    const [atClara, atBruno] = [await at(clara, ticketId), await at(bruno, ticketId)];
    const atBoss = await at(boss, ticketId);
    await atBoss.frame('Bruno alone', seeing({ Bruno: false }));
    expect(atClara.frames.some(is('presence'))).toBe(false);
    const support = await office.queue('Suporte', '#0000aa');
    const alone = next(atBoss, 'nobody', seeing({}));
    const transfer = { ticketId, queueId: support, userId: null };
    must(await harness.commands.ticket.transfer(office.context(boss.principal), transfer));
    await alone;
    const notified = atBruno.frames.filter(is('presence')).length;
    const back = next(atBoss, 'Ana', seeing({ Ana: false }));
    const other = await openTicket();
    atBoss.say({ event: 'joinChatBox', ticketId: other });
    await at(ana, other);
    await back;
    expect(atBruno.frames.filter(is('presence')).length).toBe(notified);
  });

  it('spans the gateways, and ends with one', async () => {
    const ticketId = await openTicket();
    const atAna = await at(ana, ticketId);
    const atBruno = await at(bruno, ticketId, secondBase);
    await atAna.frame('Bruno', seeing({ Bruno: false }));
    await atBruno.frame('Ana', seeing({ Ana: false }));
    atBruno.say({ event: 'typing', ticketId, typing: true });
    await atAna.frame('Bruno writes', seeing({ Bruno: true }));
    const gone = next(atAna, 'nobody', seeing({}));
    await second.close();
    await gone;
  });
});

describe('a contact', () => {
  const does = (ticketId: string, activity: string | null) =>
    harness.pool.query(`select pg_notify('contact_presence', $1)`, [
      JSON.stringify({ companyId: office.companyId, ticketIds: [ticketId], activity }),
    ]);

  it('is seen writing and recording by who has the ticket open', async () => {
    const ticketId = await openTicket();
    const atAna = await at(ana, ticketId);
    await atAna.frame('nobody', seeing({}));
    for (const activity of ['composing', 'recording', null]) {
      const notified = next(atAna, String(activity), is('presence', { contact: activity }));
      await does(ticketId, activity);
      await notified;
    }
  });

  it('is watched by its connector while somebody has the ticket open', async () => {
    const ticketId = await openTicket();
    let opened: Promise<Live> | undefined;
    const payload = await heard(
      'connector_wake',
      text => text.includes(ticketId),
      () => {
        opened = at(ana, ticketId);
      },
    );
    await opened;
    expect(payload).toBe(`watch ${connectionId} ${ticketId}:${contactId}`);
  });

  it('is not whom the ticket’s contact is shown as, but who is written to there', async () => {
    const ticketId = await openTicket();
    const own = contactId;
    const shown = await office.contact();
    must(await harness.commands.contact.merge(office.context(), { contactId: shown, otherId: own }));
    await harness.caughtUp();
    let opened: Promise<Live> | undefined;
    const payload = await heard(
      'connector_wake',
      text => text.includes(ticketId),
      () => {
        opened = at(ana, ticketId);
      },
    );
    await opened;
    expect(payload).toBe(`watch ${connectionId} ${ticketId}:${own}`);
  });

  it('is let see that an attendant writes, in a ticket that is attended to', async () => {
    const ticketId = await openTicket();
    const atAna = await at(ana, ticketId);
    await atAna.frame('nobody', seeing({}));
    const typing = (payload: string) => payload.startsWith('typing') && payload.includes(ticketId);
    const says = (on: boolean) => atAna.say({ event: 'typing', ticketId, typing: on });
    const acceptWriting = async () => {
      says(true);
      must(await harness.commands.ticket.accept(office.context(ana.principal), { ticketId }));
    };
    expect(await heard('connector_wake', typing, acceptWriting)).toBe(
      `typing ${connectionId} ${ticketId}:${contactId}:1`,
    );
    expect(await heard('connector_wake', typing, () => says(false))).toBe(
      `typing ${connectionId} ${ticketId}:${contactId}:0`,
    );
  });
});

describe('notifications that say nothing of presence', () => {
  it('are passed over', async () => {
    for (const text of ['', 'nonsense', '{}', JSON.stringify({ g: newId(), tickets: 3 })])
      for (const channel of ['presence', 'contact_presence'])
        await harness.pool.query('select pg_notify($1, $2)', [channel, text]);
    const ticketId = await openTicket();
    await (await at(ana, ticketId)).frame('nobody', seeing({}));
  });
});
