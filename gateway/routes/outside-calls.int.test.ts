import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventsOfType } from '#commands/testing/world.ts';
import type { App } from '../gateway.ts';
import { purgeRepeatedCalls } from '../interface/repeated-calls.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice, phoneNumber } from '../testing/office.ts';
import { openKey, openOutside } from '../testing/outside.ts';

const limits = { calls: 70, perNumber: 60 };

let harness: Harness;
let office: Office;
let admin: Browser;
let other: App;
beforeAll(async () => {
  harness = await openHarness({ outsideLimits: limits });
  office = await openOffice(harness);
  await office.connection([await office.queue('Vendas', '#00aa00')]);
  const { email } = await office.user('Bruna', { profile: 'admin' });
  await harness.caughtUp();
  admin = openBrowser(harness);
  await admin.login(email);
  other = await harness.anotherGateway();
});
afterAll(() => harness.close());

const queued = async () => (await eventsOfType(harness.store, 'MessageQueued')).length;
const keyed = (key = `pedido ${crypto.randomUUID()}`) => ({ 'idempotency-key': key });
/** As after a crash between the messages of a token and their answers. */
const unanswer = (keyId: string) =>
  harness.pool.query('update secrets.idempotent_call set answer = null where token_id = $1', [keyId]);
/** The program on this gateway, and on another. */
const onBoth = async () => {
  const own = await openKey(harness, admin);
  return [own, openOutside({ app: other }, own.token)] as const;
};

describe('a call that comes again with its Idempotency-Key', () => {
  it('is one message, fifty times at once on two gateways, and has one answer', async () => {
    const [own, there] = await onBoth();
    const before = await queued();
    const [asked, headers] = [{ number: phoneNumber(), body: 'Só uma vez' }, keyed()];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (at % 2 ? there : own).send(asked, headers)),
    );
    expect(await queued()).toBe(before + 1);
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(202));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const fresh = answers.filter(answer => answer.headers['idempotent-replayed'] === undefined);
    expect(fresh).toHaveLength(1);
    const late = await there.send(asked, headers);
    expect([late.status, late.headers['idempotent-replayed']]).toEqual([202, 'true']);
    expect(late.body).toEqual(fresh[0]?.body);
  });

  it('is answered its own answer, of many that begin and end together on two gateways', async () => {
    const [own, there] = await onBoth();
    const calls = Array.from({ length: 20 }, (_, at) => ({
      asked: { number: phoneNumber(), body: `Pedido ${at}` },
      headers: keyed(),
    }));
    const before = await queued();
    const sent = (one: Pick<typeof own, 'send'>, reversed = false) =>
      Promise.all(
        (reversed ? calls.toReversed() : calls).map(({ asked, headers }) => one.send(asked, headers)),
      );
    const [here, elsewhere] = await Promise.all([sent(own), sent(there, true)]);
    expect(await queued()).toBe(before + calls.length);
    expect(here.map(({ body }) => body.number)).toEqual(calls.map(({ asked }) => asked.number));
    expect(elsewhere.toReversed().map(({ body }) => body)).toEqual(here.map(({ body }) => body));
    expect((await sent(own)).map(({ body }) => body)).toEqual(here.map(({ body }) => body));
  });

  it('is answered as before though it would be refused now', async () => {
    const [own, there] = await onBoth();
    const whatsappId = await office.connection([]);
    // The default one cannot be removed.
    await office.connection([]);
    await harness.caughtUp();
    const [asked, headers] = [{ number: phoneNumber(), body: 'Antes', whatsappId }, keyed()];
    const first = await own.send(asked, headers);
    expect((await admin.delete(`whatsapp/${whatsappId}`)).status).toBe(200);
    expect((await there.send(asked, keyed())).status).toBe(404);
    const again = await there.send(asked, headers);
    expect([again.status, again.body]).toEqual([202, first.body]);
  });

  it('goes into the next ticket when its own is closed while the database is slow', async () => {
    const [own] = await onBoth();
    const number = phoneNumber();
    const { body: first } = await own.send({ number, body: 'Antes' });
    const busy = await harness.pool.connect();
    await busy.query('begin; lock table secrets.idempotent_call in exclusive mode');
    const sending = own.send({ number, body: 'Depois' }, keyed());
    await expect
      .poll(async () => (await busy.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0);
    const context = { ...office.context(), principal: null, actor: { kind: 'system' as const } };
    must(await harness.commands.ticket.close(context, { ticketId: first.ticketId, justClose: true }));
    const { now } = performance;
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 1_000);
    await busy.query('commit');
    busy.release();
    const { status, body } = await sending;
    later.mockRestore();
    expect([status, body.contactId]).toEqual([202, first.contactId]);
    expect(body.ticketId).not.toBe(first.ticketId);
  });

  it('is refused with the fields that are others', async () => {
    const [own, there] = await onBoth();
    const [asked, headers] = [{ number: phoneNumber(), body: 'Um' }, keyed()];
    await own.send(asked, headers);
    const changed = await there.send({ ...asked, body: 'Dois', closeTicket: true }, headers);
    expect(changed).toMatchObject({
      ...{ status: 409, body: { code: 'ERR_IDEMPOTENCY_MISMATCH' } },
      body: { errors: [{ field: 'body' }, { field: 'closeTicket' }] },
    });
    expect((await own.sendForm({ ...asked }, [], headers)).headers['idempotent-replayed']).toBe('true');
    const file = { name: 'a.txt', bytes: Buffer.from('a') };
    expect(await own.sendForm({ ...asked }, [file], headers)).toMatchObject({
      ...{ status: 409, body: { errors: [{ field: 'medias' }] } },
    });
  });

  it('is another call with another token, and when a day is over', async () => {
    const [own] = await onBoth();
    const [second] = await onBoth();
    const [asked, headers] = [{ number: phoneNumber(), body: 'Oi' }, keyed()];
    const { body: first } = await own.send(asked, headers);
    expect((await second.send({ ...asked, body: 'Olá' }, headers)).body.id).not.toBe(first.id);
    await harness.pool.query(`update secrets.idempotent_call set begun_at = now() - interval '25 hours'`);
    const tomorrow = await own.send(asked, headers);
    expect(tomorrow.headers['idempotent-replayed']).toBeUndefined();
    expect(tomorrow.body.id).not.toBe(first.id);
  });

  it('is not done twice where nobody answered, and nothing is done that was done', async () => {
    const [own, there] = await onBoth();
    const headers = keyed();
    const asked = { number: phoneNumber(), body: 'Oi', closeTicket: true };
    const { body: first } = await own.send(asked, headers);
    const before = await queued();
    const opened = (await eventsOfType(harness.store, 'TicketOpened')).length;
    await unanswer(own.keyId);
    const again = await there.send(asked, headers);
    expect([again.status, again.body]).toEqual([202, first]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await queued()).toBe(before);
    expect((await eventsOfType(harness.store, 'TicketOpened')).length).toBe(opened);
  });

  it('sends each of its files once, though the ticket was closed meanwhile', async () => {
    const [own, there] = await onBoth();
    const headers = keyed();
    const files = ['a', 'b'].map(text => ({ name: `${text}.txt`, bytes: Buffer.from(text) }));
    const asked = { number: phoneNumber(), body: 'Oi' };
    const { body: first } = await own.sendForm(asked, files, headers);
    const before = await queued();
    const { ticketId } = first;
    must(await harness.commands.ticket.close(office.context(), { ticketId, justClose: true }));
    await unanswer(own.keyId);
    const again = await there.sendForm(asked, files, headers);
    expect([again.status, again.body]).toEqual([202, first]);
    expect(await queued()).toBe(before);
  });

  it('is answered without the number once its contact is erased, and sends nothing', async () => {
    const [own, there] = await onBoth();
    const [headers, others] = [keyed(), keyed()];
    const [asked, kept] = [phoneNumber(), phoneNumber()].map(number => ({ number, body: 'Oi' }));
    const { body: first } = await own.send({ ...asked }, headers);
    const { body: second } = await own.send({ ...kept }, others);
    const { companyId } = office;
    await purgeRepeatedCalls(harness.pool, { companyId, persons: [first.contactId] });
    const before = await queued();
    expect((await there.send({ ...asked }, headers)).body).toEqual({ ...first, number: '' });
    expect((await there.send({ ...kept }, others)).body).toEqual(second);
    expect(await queued()).toBe(before);
  });

  it('may be mended after a refusal', async () => {
    const [own] = await onBoth();
    const headers = keyed();
    const number = phoneNumber();
    expect((await own.send({ number, body: ' ' }, headers)).status).toBe(422);
    expect((await own.send({ number, body: 'Oi' }, headers)).status).toBe(202);
  });

  it('has a key of 255 characters at most', async () => {
    const [own] = await onBoth();
    const send = (key: string) => own.send({ number: phoneNumber(), body: 'Oi' }, keyed(key));
    expect((await send('x'.repeat(255))).status).toBe(202);
    for (const key of ['', 'x'.repeat(256)])
      expect(await send(key)).toMatchObject({
        ...{ status: 422, body: { errors: [{ field: 'Idempotency-Key' }] } },
      });
  });

  it('leaves no words behind', async () => {
    const [own] = await onBoth();
    await own.send({ number: phoneNumber(), body: 'Palavra secreta' }, keyed('chave secreta'));
    const { rows } = await harness.pool.query('select c.*::text as row from secrets.idempotent_call c');
    expect(JSON.stringify(rows)).not.toMatch(/secreta/);
  });
});

describe('limits', () => {
  it('of a token count on all gateways together, and are told with each answer', async () => {
    const [own, there] = await onBoth();
    const first = await own.get('messages');
    expect(first.headers).toMatchObject({
      'ratelimit-policy': `"key";q=${limits.calls};w=60`,
      ratelimit: `"key";r=${limits.calls - 1};t=60`,
    });
    const answers = await Promise.all(
      Array.from({ length: limits.calls + 4 }, (_, at) => (at % 2 ? there : own).get('messages')),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({
      headers: {
        'retry-after': expect.stringMatching(/^([1-5]?\d|60)$/),
        'ratelimit-policy': `"key";q=${limits.calls};w=60`,
        ratelimit: expect.stringMatching(/^"key";r=0;t=([1-5]?\d|60)$/),
      },
      body: {
        code: 'ERR_TOO_MANY_REQUESTS',
        limit: { name: 'key', quota: limits.calls, windowSeconds: 60 },
      },
    });
    await harness.pool.query(`update secrets.call_window set ends_at = now() - interval '1 second'`);
    expect((await there.get('messages')).status).toBe(200);
  });

  it('of a number count what is sent to it, and no replays', async () => {
    const [own, there] = await onBoth();
    const number = phoneNumber();
    const send = (program: typeof own | typeof there, headers = {}) =>
      program.send({ number, body: 'Oi' }, headers);
    const once = keyed();
    for (let at = 0; at < 5; at += 1) expect((await send(own, once)).status).toBe(202);
    const answers = await Promise.all(
      Array.from({ length: limits.perNumber }, (_, at) => send(at % 2 ? there : own)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    const wait = refused[0]?.headers['retry-after'];
    expect(wait).toMatch(/^([1-5]?\d|60)$/);
    expect(refused[0]).toMatchObject({
      headers: {
        'ratelimit-policy': `"number";q=${limits.perNumber};w=60`,
        ratelimit: `"number";r=0;t=${wait}`,
      },
      body: { limit: { name: 'number', quota: limits.perNumber } },
    });
  });

  it('of a number count each file of a call', async () => {
    const [own] = await onBoth();
    const number = phoneNumber();
    const files = Array.from({ length: limits.perNumber / 2 }, (_, at) => ({
      ...{ name: `${at}.txt`, bytes: Buffer.from(`Arquivo ${at}`) },
    }));
    for (const _ of ['half', 'all']) expect((await own.sendForm({ number }, files)).status).toBe(202);
    const before = await queued();
    expect(await own.send({ number, body: 'Oi' })).toMatchObject({
      ...{ status: 429, body: { limit: { name: 'number', quota: limits.perNumber } } },
    });
    expect(await queued()).toBe(before);
  });
});
