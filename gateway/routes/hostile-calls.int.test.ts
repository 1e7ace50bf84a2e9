import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { errorCodes } from '#domain/shared/errors.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import {
  type DescribedCall,
  describedCalls,
  type HostileCall,
  hostileCalls,
} from '../testing/hostile-calls.ts';
import { must, type Office, openOffice } from '../testing/office.ts';
import { registeredRoutes } from '../testing/route-table.ts';

let harness: Harness;
let browser: Browser;
let email: string;
let office: Office;
let principal: Parameters<Office['context']>[0];
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  harness = await openHarness({ outsideLimits: { calls: 1_000_000, perNumber: 1_000_000 } });
  office = await openOffice(harness);
  const queueId = await office.queue('Vendas', '#00aa00');
  const connectionId = await office.connection([queueId]);
  const user = await office.user('Bruna', { profile: 'admin', queueIds: [queueId] });
  ({ email } = user);
  principal = { ...user, superAdmin: false };
  const contactId = await office.contact('Clara');
  const ticketId = await office.pending({ contactId, connectionId, queueId });
  const messageId = newId();
  must(await harness.commands.message.queue(office.context(), { messageId, ticketId, body: 'Oi' }));
  const optionId = newId();
  const option = { queueId, optionId, parentId: null, title: 'Boletos', message: '' };
  must(await harness.commands.queueMenu.add(office.context(), option));
  const tagId = newId();
  must(await harness.commands.tag.create(office.context(), { tagId, name: 'Urgente', color: '#ff0000' }));
  const scheduleId = newId();
  const plan = { contactId, connectionId, body: 'Bom dia!', localAt: '2099-01-01T09:00', zone: 'UTC' };
  const scheduled = { scheduleId, ...plan, recurrence: 'none' as const, signed: false, replyToAuthor: false };
  must(await harness.commands.schedule.create(office.context(), scheduled));
  ids = {
    schedules: scheduleId,
    ...{ queueId, contactId, ticketId, whatsappId: connectionId, otherId: contactId, key: 'call' },
    ...{ tickets: ticketId, uuid: ticketId, messages: messageId, tags: tagId, contacts: contactId },
    ...{ 'queue-options': optionId, parentId: optionId },
    ...{ companies: office.companyId, whatsapp: connectionId, whatsappsession: connectionId },
  };
  await harness.caughtUp();
  browser = openBrowser(harness);
  await browser.login(email);
});
afterAll(() => harness.close());

/** These end the session or ask for none. */
const last = new Set(['/api/auth/logout', '/api/auth/refresh_token']);

/** Whether a call is for programs outside, which come with a token. */
const isOutside = ({ path, method }: Pick<DescribedCall, 'path' | 'method'>) =>
  outside.has(`${method} ${path}`);
const outside: ReadonlySet<string> = new Set([
  'POST /api/messages/send',
  'POST /api/messages/send/files',
  'GET /api/messages',
  'GET /api/messages/{id}',
  'GET /api/messages/{id}/content',
  'GET /api/messages/{id}/media',
]);

const answerOf = async ({ method, url, payload }: HostileCall, token = browser.token()) => {
  const answer = await harness.app.inject({
    ...{ method, url, ...(payload === undefined ? {} : { payload }) },
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
  });
  return { status: answer.statusCode, body: answer.body };
};

/** A refusal that is not one of the catalogue's, or a fault of ours. */
const fault = ({ status, body }: { status: number; body: string }): boolean => {
  if (status < 400) return false;
  const { error, code = error } = JSON.parse(body) as { error?: string; code?: string };
  return status >= 500 || !(errorCodes as readonly string[]).includes(code ?? '');
};

const inOrder = ['GET', 'POST', 'PUT', 'DELETE'];
const atOnce = 25;

describe('whatever is sent', () => {
  const described = () =>
    describedCalls(harness.app, ids)
      .filter(({ path }) => !last.has(path))
      .toSorted((one, other) => inOrder.indexOf(one.method) - inOrder.indexOf(other.method));

  it('goes to every route there is', () => {
    const shapeOf = (route: string) => route.replaceAll(/[:{]\w+\}?/g, ':').replace(/\/$/, '');
    const reached = new Set(described().map(({ method, path }) => shapeOf(`${method} ${path}`)));
    const missing = registeredRoutes(harness.app).filter(route => !reached.has(shapeOf(route)));
    expect(missing.filter(route => !last.has(route.split(' ')[1] ?? ''))).toEqual([]);
  });

  const faultsOf = async (calls: readonly DescribedCall[], token?: string) => {
    const faults: unknown[] = [];
    for (const hostile of calls.map(hostileCalls)) {
      for (let from = 0; from < hostile.length; from += atOnce) {
        const some = hostile.slice(from, from + atOnce);
        const answers = await Promise.all(some.map(call => answerOf(call, token)));
        for (const [index, answer] of answers.entries()) {
          if (!fault(answer)) continue;
          const { method, url = '', payload = '' } = some[index] ?? {};
          faults.push([method, url.slice(0, 200), payload.slice(0, 200), answer.status, answer.body]);
        }
      }
    }
    return faults;
  };

  it('is answered by a code of the catalogue and never by a fault of ours', async () => {
    expect(await faultsOf(described().filter(call => !isOutside(call)))).toEqual([]);
  }, 180_000);

  it('is answered so with a token, too', async () => {
    const { body } = await browser.post('api-keys', { name: 'Loja', scopes: ['send', 'read'] });
    const calls = described().filter(isOutside);
    expect(calls).toHaveLength(outside.size);
    expect(await faultsOf(calls, body.token)).toEqual([]);
  }, 60_000);

  it('is answered so as a form, too', async () => {
    const { ticketId = '' } = ids;
    must(await harness.commands.ticket.accept(office.context(principal), { ticketId }));
    const field = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const file = (name: string, bytes: string) =>
      `--x\r\ncontent-disposition: form-data; name="medias"; filename="${name}"\r\n\r\n${bytes}\r\n`;
    const end = '--x--\r\n';
    const many = Array.from({ length: 40 }, (_, index) => file(`${index}.txt`, 'x')).join('');
    const forms = [
      ...['', end, '--x', '--x\r\n\r\n', `${field('body', 'a\0b')}${end}`, `${field('body', '\0')}${end}`],
      ...['{', 'null', '[null]', '[{"seconds":-1}]', '{"id":"x"}', '\0', '[['.repeat(9_000)].flatMap(
        value => [
          `${field('details', value)}${field('body', 'Oi')}${end}`,
          `${field('quotedMsg', value)}${file('a.txt', 'x')}${end}`,
        ],
      ),
      ...['__proto__', 'constructor', '', 'x'.repeat(5_000)].map(name => `${field(name, '1')}${end}`),
      ...['../../etc/passwd', '\0.png', '\u202egnp.exe', 'é'.repeat(400), ''].map(
        name => `${file(name, 'x')}${end}`,
      ),
      ...[
        `${many}${end}`,
        `${field('body', 'x'.repeat(70_000))}${end}`,
        file('unended.txt', 'x'),
        file('', ''),
      ],
      `${Array.from({ length: 30 }, (_, index) => field(`f${index}`, '1')).join('')}${end}`,
    ];
    const faults: unknown[] = [];
    for (const type of [
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'multipart/mixed; boundary=x',
    ])
      for (const payload of forms) {
        const answer = await harness.app.inject({
          ...{ method: 'POST', url: `/api/messages/${ticketId}`, payload },
          headers: { authorization: `Bearer ${browser.token()}`, 'content-type': type },
        });
        const { statusCode: status, body } = answer;
        if (fault({ status, body })) faults.push([type, payload.slice(0, 200), status, body]);
      }
    expect(faults).toEqual([]);
  });

  it('stops no read model, and is shown', async () => {
    await harness.caughtUp();
    const again = openBrowser(harness);
    await again.login(email);
    for (const path of [
      'tickets?showAll=true',
      'contacts',
      'tags',
      'quick-messages',
      'whatsapp',
      'settings',
      'schedules',
    ])
      expect([path, (await again.get(path)).status]).toEqual([path, 200]);
  });

  it('may be no id of a command and no position', async () => {
    await browser.login(email);
    for (const given of [
      '',
      'x',
      ids.ticketId?.slice(1) ?? '',
      `${newId()}, ${newId()}`,
      '9'.repeat(5_000),
    ]) {
      const headers = { 'x-command-id': given };
      const answer = await browser.post('tags', { name: 'Etiqueta', color: '#00aa00' }, headers);
      expect([given, answer.status, answer.body.error]).toEqual([given, 400, 'ERR_VALIDATION']);
    }
    for (const given of ['x', '-1', '1.5', '1e99', 'NaN']) {
      const answer = await browser.get('tags', { 'x-min-position': given });
      expect([given, answer.status, answer.body.error]).toEqual([given, 400, 'ERR_VALIDATION']);
    }
  });
});
