import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { allEvents } from '#commands/testing/world.ts';
import { records } from '#domain/records/records.ts';
import { errorCodes } from '#domain/shared/errors.ts';
import { tellAddressBook } from '../testing/address-book.ts';
import { type Browser, type Call, openBrowser } from '../testing/browser.ts';
import { postFile } from '../testing/file-form.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, type Office, openOffice, phoneNumber } from '../testing/office.ts';
import { recordForm } from '../testing/record-form.ts';
import { registeredRoutes } from '../testing/route-table.ts';

let harness: Harness;
let office: Office;
let browser: Browser;
let userId: string;
let queueId: string;
let otherQueueId: string;
let connectionId: string;
/** Grows, so that each call of it changes something. */
let seen = 1_000_000;
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  queueId = await office.queue('Vendas', '#00aa00');
  otherQueueId = await office.queue('Suporte', '#0000aa');
  connectionId = await office.connection([queueId]);
  const user = await office.user('Bruna', { profile: 'admin', queueIds: [queueId] });
  ({ userId } = user);
  await harness.caughtUp();
  browser = openBrowser(harness);
  await browser.login(user.email);
});
afterAll(() => harness.close());

type Send = (headers: Record<string, string>) => Promise<Call>;
const post =
  (path: string, body?: object): Send =>
  headers =>
    browser.post(path, body, headers);
const put =
  (path: string, body?: object): Send =>
  headers =>
    browser.put(path, body, headers);
const remove =
  (path: string): Send =>
  headers =>
    browser.delete(path, headers);

const aTicket = async () => {
  const contactId = await office.contact();
  const ticketId = await office.pending({ contactId, connectionId, queueId });
  return { contactId, ticketId };
};
const anOpenTicket = async () => {
  const made = await aTicket();
  must(await put(`tickets/${made.ticketId}`, { status: 'open' })({}).then(accepted));
  return made;
};
const accepted = ({ status, body }: Call) => {
  if (status >= 300) throw new Error(`refused: ${JSON.stringify(body)}`);
  return { position: 0, revision: 0, changed: true };
};
const aMessage = async () => {
  const { ticketId } = await anOpenTicket();
  const { body } = await browser.post(`messages/${ticketId}`, { body: 'Olá' });
  const waKey = { id: newId(), remoteJid: '5511@s.whatsapp.net', fromMe: true, participant: null };
  const context = { ...office.context(), actor: { kind: 'connection' as const, id: connectionId } };
  must(await harness.commands.message.recordSent(context, { messageId: body.id, waKey }));
  return body.id as string;
};
const aTag = async () => {
  const name = `Etiqueta ${newId()}`;
  return (await browser.post('tags', { name, color: '#ff0000' })).body.id as string;
};
const fileCalls = (path: string, one: () => Promise<string>): Record<string, () => Promise<Send>> => {
  const send = (at: string, headers: Record<string, string>) =>
    postFile(browser, at, { name: 'a.txt', text: 'um', headers });
  return {
    [`POST /api/${path}/:id/file-upload`]: async () => {
      const at = `${await one()}/file-upload`;
      return headers => send(at, headers);
    },
    [`DELETE /api/${path}/:id/file-upload`]: async () => {
      const at = `${await one()}/file-upload`;
      await send(at, {});
      return remove(at);
    },
  };
};
const recordCalls = (): Record<string, () => Promise<Send>> =>
  Object.assign(
    {},
    ...Object.values(records).map((record): Record<string, () => Promise<Send>> => {
      const path = record.path.slice(1);
      const one = async () => `${path}/${(await browser.post(path, recordForm(record))).body.id}`;
      return {
        [`POST /api/${path}`]: async () => post(path, recordForm(record)),
        [`PUT /api/${path}/:id`]: async () => put(await one(), recordForm(record)),
        [`DELETE /api/${path}/:id`]: async () => remove(await one()),
        ...('file' in record.fields ? fileCalls(path, one) : {}),
      };
    }),
  );
const anOption = async () => {
  const queue = await browser.post('queue', recordForm(records.queue));
  const made = await browser.post('queue-options', { queueId: queue.body.id, title: 'Boletos' });
  return made.body.id as string;
};
const someone = () => ({ name: 'Nova', email: `${newId()}@loja.test`, profile: 'user', password: 'segredo' });
const aUser = async () => (await browser.post('users', someone())).body.id as string;
const aNote = async () => {
  const { ticketId } = await aTicket();
  await harness.caughtUp();
  const { id } = (await browser.post('ticket-notes', { ticketId, note: 'Ligar' })).body;
  await harness.caughtUp();
  return id as string;
};
const another = async () => {
  const { body } = await browser.post('whatsapp', { name: `Filial ${newId().slice(0, 8)}` });
  await harness.caughtUp();
  return body.id as string;
};

const anImport = async () =>
  (await browser.post('contacts/import/file', { contacts: [{ name: 'Ana', number: phoneNumber() }] })).body
    .id as string;

const scheduleForm = async () => ({
  ...{ contactId: await office.contact(), body: `Até ${newId()}`, sendAt: '2099-01-01T09:00' },
});
const aSchedule = async () => {
  const form = await scheduleForm();
  const { body } = await browser.post('schedules', form);
  return { form, id: body.id as string };
};

const webhookForm = () => ({ url: `https://example.com/${newId()}`, events: ['ticket.opened'] });
const aWebhook = async () => `webhooks/${(await browser.post('webhooks', webhookForm())).body.id}`;
/** A test is noted at once, and sent by nobody here. */
const aDelivery = async () => {
  const at = await aWebhook();
  return `${at}/deliveries/${(await browser.post(`${at}/test`)).body.deliveryId}`;
};
const wholeTime = { from: '2020-01-01T00:00:00.000Z', until: '2099-01-01T00:00:00.000Z' };

/** A call of each route that changes something, and what it needs. */
const calls: Record<string, () => Promise<Send>> = {
  'POST /api/tickets': async () =>
    post('tickets', { contactId: await office.contact(), queueId, whatsappId: connectionId }),
  'POST /api/schedules': async () => post('schedules', await scheduleForm()),
  'PUT /api/schedules/:id': async () => {
    const { id, form } = await aSchedule();
    return put(`schedules/${id}`, { ...form, body: 'Mudou tudo' });
  },
  'DELETE /api/schedules/:id': async () => remove(`schedules/${(await aSchedule()).id}`),
  'POST /api/schedules/:id/cancel': async () => post(`schedules/${(await aSchedule()).id}/cancel`),
  'POST /api/schedules/:id/send': async () => {
    const status = { connectionId, status: 'CONNECTED' as const, reason: null, number: null };
    must(await harness.commands.connection.recordStatus(office.context(), status));
    return post(`schedules/${(await aSchedule()).id}/send`);
  },
  ...fileCalls('schedules', async () => `schedules/${(await aSchedule()).id}`),
  'PUT /api/tickets/:id (accept)': async () =>
    put(`tickets/${(await aTicket()).ticketId}`, { status: 'open' }),
  'PUT /api/tickets/:id (return)': async () =>
    put(`tickets/${(await anOpenTicket()).ticketId}`, { status: 'pending' }),
  'PUT /api/tickets/:id (close)': async () =>
    put(`tickets/${(await anOpenTicket()).ticketId}`, { status: 'closed', userId }),
  'PUT /api/tickets/:id (transfer)': async () =>
    put(`tickets/${(await anOpenTicket()).ticketId}`, { queueId: otherQueueId, notes: 'Veja' }),
  'PUT /api/tickets/:id (reopen)': async () => {
    const { ticketId } = await anOpenTicket();
    accepted(await browser.put(`tickets/${ticketId}`, { status: 'closed', userId }));
    return put(`tickets/${ticketId}`, { status: 'pending', queueId });
  },
  'PUT /api/tickets/:id (reopen for oneself)': async () => {
    const { ticketId } = await anOpenTicket();
    accepted(await browser.put(`tickets/${ticketId}`, { status: 'closed', userId }));
    return put(`tickets/${ticketId}`, { status: 'open', reopen: true, queueId });
  },
  'POST /api/tickets/:id/leave-menu': async () => post(`tickets/${(await aTicket()).ticketId}/leave-menu`),
  'POST /api/tickets/:id/read': async () => {
    const number = phoneNumber();
    const chat = { number, lid: null, name: 'Clara', isGroup: false };
    await office.inbound(connectionId, { chat });
    await harness.caughtUp();
    const { body } = await browser.get(`tickets?showAll=true&status=pending&searchParam=${number}`);
    return post(`tickets/${body.tickets[0].id}/read`);
  },
  'DELETE /api/tickets/:id': async () => remove(`tickets/${(await aTicket()).ticketId}`),
  'POST /api/messages/:id': async () =>
    post(`messages/${(await anOpenTicket()).ticketId}`, { body: 'Uma vez' }),
  'PUT /api/messages/:id': async () => put(`messages/${await aMessage()}`, { body: 'Outra' }),
  'DELETE /api/messages/:id': async () => remove(`messages/${await aMessage()}`),
  'POST /api/messages/:id/reactions': async () =>
    post(`messages/${await aMessage()}/reactions`, { emoji: '👍' }),
  'POST /api/messages/:id/retry': async () => post(`messages/${await aMessage()}/retry`),
  'POST /api/messages/:id/media': async () => post(`messages/${await aMessage()}/media`),
  'POST /api/whatsapp': async () => post('whatsapp', { name: `Filial ${newId().slice(0, 8)}` }),
  'PUT /api/whatsapp/:id': async () => put(`whatsapp/${await another()}`, { name: 'Nova' }),
  'DELETE /api/whatsapp/:id': async () => remove(`whatsapp/${await another()}`),
  'POST /api/whatsapp/:id/token': async () => post(`whatsapp/${connectionId}/token`),
  'POST /api/whatsapp/:id/ledger/retry': async () => post(`whatsapp/${connectionId}/ledger/retry`),
  'POST /api/whatsappsession/:id': async () => post(`whatsappsession/${await another()}`),
  'PUT /api/whatsappsession/:id': async () => put(`whatsappsession/${await another()}`),
  'DELETE /api/whatsappsession/:id': async () => remove(`whatsappsession/${await another()}`),
  'POST /api/whatsappsession/:id/pairing-code': async () =>
    post(`whatsappsession/${await another()}/pairing-code`, { phoneNumber: '5511999990000' }),
  'PUT /api/questions/:id/computing': async () => {
    const { body } = await browser.post('questions', recordForm(records.question));
    return put(`questions/${body.id}/computing`, { computing: 'no' });
  },
  'POST /api/replay/what-if': async () => post('replay/what-if', { days: 7 }),
  'POST /api/audit/integrity': async () => post('audit/integrity', {}),
  'POST /api/webhooks': async () => post('webhooks', webhookForm()),
  'PUT /api/webhooks/:id': async () => put(await aWebhook(), { payload: 'full' }),
  'DELETE /api/webhooks/:id': async () => remove(await aWebhook()),
  'POST /api/webhooks/:id/secret': async () => post(`${await aWebhook()}/secret`),
  'POST /api/webhooks/:id/test': async () => post(`${await aWebhook()}/test`),
  'POST /api/webhooks/:id/resend': async () => post(`${await aWebhook()}/resend`, wholeTime),
  'POST /api/webhooks/:id/deliveries/:deliveryId/resend': async () => post(`${await aDelivery()}/resend`),
  'POST /api/notices/read': async () => post('notices/read', { upTo: ++seen }),
  'POST /api/contacts': async () => post('contacts', { name: 'Clara', number: phoneNumber() }),
  'PUT /api/contacts/:contactId': async () =>
    put(`contacts/${await office.contact()}`, { name: 'Clara Dias' }),
  'POST /api/contacts/add/wallet/:contactId': async () =>
    post(`contacts/add/wallet/${await office.contact()}`, { users: [userId] }),
  'DELETE /api/contacts/:contactId': async () => remove(`contacts/${await office.contact()}`),
  'POST /api/contacts/:contactId/merge': async () =>
    post(`contacts/${await office.contact()}/merge`, { otherId: await office.contact() }),
  'POST /api/contacts/:contactId/unmerge': async () => {
    const [contactId, otherId] = [await office.contact(), await office.contact()];
    accepted(await browser.post(`contacts/${contactId}/merge`, { otherId }));
    return post(`contacts/${contactId}/unmerge`, { otherId });
  },
  'POST /api/contacts/:contactId/erasure': async () => {
    const number = phoneNumber();
    const { body } = await browser.post('contacts', { name: 'Clara', number });
    await harness.caughtUp();
    return post(`contacts/${body.id}/erasure`, { confirmation: number });
  },
  'POST /api/contacts/import/upload': async () => {
    const file = { name: 'a.csv', text: `Nome;Fone\nAna;${phoneNumber()}\n` };
    return headers => postFile(browser, 'contacts/import/upload', { ...file, headers });
  },
  'POST /api/contacts/import': async () => {
    const { companyId } = office;
    await tellAddressBook(harness, { companyId, connectionId }, { [phoneNumber()]: 'Ana' });
    return post('contacts/import');
  },
  'POST /api/contacts/import/file': async () =>
    post('contacts/import/file', { contacts: [{ name: 'Ana', number: phoneNumber() }] }),
  'POST /api/contacts/import/:importId/start': async () => {
    const file = { name: 'a.csv', text: `Nome;Fone\nAna;${phoneNumber()}\n` };
    const { body } = await postFile(browser, 'contacts/import/upload', file);
    const mapping = { name: 0, number: 1, email: null, extra: [], areaCode: null };
    return post(`contacts/import/${body.id}/start`, { mapping });
  },
  'POST /api/contacts/import/:importId/cancel': async () =>
    post(`contacts/import/${await anImport()}/cancel`),
  'POST /api/contacts/import/:importId/undo': async () => {
    const importId = await anImport();
    accepted(await browser.post(`contacts/import/${importId}/cancel`));
    return post(`contacts/import/${importId}/undo`);
  },
  ...recordCalls(),
  'POST /api/queue-options': async () => {
    const { body } = await browser.post('queue', recordForm(records.queue));
    return post('queue-options', { queueId: body.id, title: 'Boletos' });
  },
  'PUT /api/queue-options/:id': async () =>
    put(`queue-options/${await anOption()}`, { title: 'Notas', message: 'Um momento' }),
  'DELETE /api/queue-options/:id': async () => remove(`queue-options/${await anOption()}`),
  'POST /api/api-keys': async () => post('api-keys', { name: `Loja ${newId()}`, scopes: ['send'] }),
  'DELETE /api/api-keys/:id': async () => {
    const { body } = await browser.post('api-keys', { name: 'Loja', scopes: ['send'] });
    return remove(`api-keys/${body.id}`);
  },
  'POST /api/tags/sync': async () =>
    post('tags/sync', { ticketId: (await aTicket()).ticketId, tags: [{ id: await aTag() }] }),
  'POST /api/ticket-notes': async () => {
    const { ticketId } = await aTicket();
    await harness.caughtUp();
    return post('ticket-notes', { ticketId, note: 'Ligar amanhã' });
  },
  'DELETE /api/ticket-notes/:id': async () => remove(`ticket-notes/${await aNote()}`),
  'POST /api/users': async () => post('users', someone()),
  'PUT /api/users/:id': async () => put(`users/${await aUser()}`, { name: 'Outra', password: 'segredo' }),
  'DELETE /api/users/:id': async () => remove(`users/${await aUser()}`),
  'DELETE /api/users/:id/sessions': async () => remove(`users/${await aUser()}/sessions`),
  'PUT /api/settings/:key': async () => put('settings/kanbanDefault', { value: newId() }),
  'PUT /api/settings/:key (secret)': async () => put('settings/asaas', { value: newId() }),
  'PUT /api/settings/texts/:key': async () => put('settings/texts/autoClose', { text: `Até ${newId()}` }),
  'PUT /api/companies/:id/schedules': async () => {
    const holidays = [{ day: '06-24', name: `São João ${newId()}` }];
    return put(`companies/${office.companyId}/schedules`, { holidays });
  },
};
/** There is nothing to do for them here, or it is not written into the log. */
const quiet = new Set([
  'POST /api/webhooks/:id/test',
  'POST /api/webhooks/:id/resend',
  'POST /api/webhooks/:id/deliveries/:deliveryId/resend',
  'POST /api/replay/what-if',
  'POST /api/messages/:id/retry',
  'POST /api/audit/integrity',
  'POST /api/messages/:id/media',
  'POST /api/whatsapp/:id/ledger/retry',
  'DELETE /api/users/:id/sessions',
  'POST /api/contacts/import/upload',
]);
/** Sessions are no commands; programs outside say otherwise that a call comes again. */
const exempt = [
  '/api/messages/send',
  '/api/messages/send/files',
  '/api/auth/login',
  '/api/auth/refresh_token',
  '/api/auth/logout',
  '/api/setup',
];

/** What a call adds to the log, but for keys, which are taken and given back. */
const addedBy = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const from = await harness.store.head();
  await work();
  const events = await allEvents(harness.store);
  return events
    .filter(({ position, type }) => position > from && !type.startsWith('Key'))
    .map(({ type }) => type)
    .toSorted();
};
const unforeseen = ({ status, body }: Call): boolean =>
  status >= 500 || (status >= 400 && !(errorCodes as readonly string[]).includes(body.error));

describe('a call that is repeated', () => {
  it('is tried for every route that changes something', () => {
    const tried = new Set(Object.keys(calls).map(name => name.replace(/ \(.*/, '')));
    const routes = registeredRoutes(harness.app).filter(
      route => !route.startsWith('GET ') && !exempt.includes(route.split(' ')[1] ?? ''),
    );
    expect(routes.filter(route => !tried.has(route))).toEqual([]);
  });

  it.each(Object.keys(calls))('%s does nothing twice', async name => {
    const prepare = calls[name] as () => Promise<Send>;
    const once = await prepare();
    const alone: Call[] = [];
    const added = await addedBy(async () => alone.push(await once({ 'x-command-id': newId() })));

    const again = await prepare();
    const headers = { 'x-command-id': newId() };
    const answers: Call[] = [];
    const addedAgain = await addedBy(async () => {
      answers.push(...(await Promise.all([again(headers), again(headers), again(headers)])));
      answers.push(await again(headers));
    });
    expect(added.length > 0).toBe(!quiet.has(name));
    expect(answers.filter(unforeseen)).toEqual([]);
    expect(addedAgain).toEqual(added);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => alone[0]?.status));

    const anew = await prepare();
    const others = await Promise.all([1, 2, 3].map(() => anew({ 'x-command-id': newId() })));
    others.push(await anew({ 'x-command-id': newId() }));
    expect(others.filter(unforeseen)).toEqual([]);
    expect(others.some(({ status }) => status === alone[0]?.status)).toBe(true);
  });
});
