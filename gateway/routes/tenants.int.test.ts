import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { type AnyRecord, records } from '#domain/records/records.ts';
import { addDays, dayOf, defaultTimeZone } from '#domain/shared/calendar.ts';
import { type Fields, namedThings } from '#domain/shared/fields.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type FullCompany, fullCompany } from '../testing/full-company.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { recordForm } from '../testing/record-form.ts';
import { registeredRoutes } from '../testing/route-table.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Foreign = FullCompany;

const today = dayOf(new Date(), defaultTimeZone);
const weekAgo = addDays(today, -7);

let harness: Harness;
let own: Foreign;
let foreign: Foreign;
let admin: Browser;
let attendant: Browser;
beforeAll(async () => {
  harness = await openHarness();
  own = await fullCompany(harness);
  foreign = await fullCompany(harness);
  await harness.caughtUp();
  admin = openBrowser(harness);
  await admin.login(own.email);
  attendant = openBrowser(harness);
  await attendant.login(own.attendant);
});
afterAll(() => harness.close());

const justNow = () => new Date().toISOString();
const scheduleForm = (contactId: string) => ({ contactId, body: 'Bom dia!', sendAt: '2099-01-01T09:00' });

type Attempts = Record<
  string,
  (other: Foreign) => readonly { path: string; body?: object; error?: string }[]
>;

/** Forms that name a thing of another company. */
const naming = (record: AnyRecord, { queueId, connectionId, userId, tagId }: Foreign) => {
  const ids = { queue: queueId, connection: connectionId, user: userId, tag: tagId };
  const fields: Fields = record.fields;
  return Object.entries(fields).flatMap(([field, { names }]) =>
    names ? [{ body: { ...recordForm(record), [field]: ids[names] }, error: namedThings[names] }] : [],
  );
};

const recordAttempts = (): Attempts =>
  Object.assign(
    {},
    ...Object.values(records).map((record): Attempts => {
      const { path, missing: error, pageOf, concept } = record;
      const at = path.slice(1);
      const all = pageOf ? `${at}/list` : at;
      const one = (other: Foreign) => `${at}/${other.recordIds[concept]}`;
      return {
        ...(pageOf
          ? { [`GET /api${path}`]: () => [{ path: at }, { path: `${at}?searchParam=segredo` }] }
          : {}),
        [`GET /api/${all}`]: other => [
          { path: `${all}?companyId=${other.companyId}&userId=${other.userId}` },
        ],
        [`GET /api${path}/:id`]: other => [{ path: one(other), error }],
        [`POST /api${path}`]: other =>
          naming(record, other).map(({ body, error }) => ({ path: at, body, error })),
        [`PUT /api${path}/:id`]: other => [
          { path: one(other), body: recordForm(record), error },
          ...naming(record, other).map(({ body, error }) => ({ path: one(own), body, error })),
        ],
        [`DELETE /api${path}/:id`]: other => [{ path: one(other), error }],
        ...('file' in record.fields
          ? {
              // With a file: record-files.int.test.ts.
              [`POST /api${path}/:id/file-upload`]: () => [],
              [`DELETE /api${path}/:id/file-upload`]: other => [{ path: `${one(other)}/file-upload`, error }],
            }
          : {}),
      };
    }),
  );

const someone = { name: 'Nova', email: 'nova@loja.test', profile: 'user', password: 'segredo' };

/** What each route of a session does with another company's ids. Routes without ids must not show its data. */
const attempts: Attempts = {
  'GET /api/auth/me': () => [{ path: 'auth/me' }],
  'GET /api/api-keys': other => [{ path: `api-keys?companyId=${other.companyId}` }],
  'POST /api/api-keys': () => [],
  'DELETE /api/api-keys/:id': other => [
    { path: `api-keys/${other.apiKeyId}`, error: 'ERR_NO_API_KEY_FOUND' },
  ],
  'GET /api/tickets': other => [
    { path: 'tickets?showAll=true' },
    { path: `tickets?showAll=true&queueIds=${other.queueId}` },
    { path: `tickets?showAll=true&contactId=${other.contactId}` },
    { path: `tickets?showAll=true&users=${other.userId}` },
    { path: `tickets?showAll=true&searchParam=Secreta&companyId=${other.companyId}` },
  ],
  'GET /api/tickets/counts': other => [{ path: `tickets/counts?queueIds=${other.queueId}` }],
  'GET /api/tickets/:id': other => [{ path: `tickets/${other.ticketId}`, error: 'ERR_NO_TICKET_FOUND' }],
  'GET /api/tickets/u/:uuid': other => [
    { path: `tickets/u/${other.ticketId}`, error: 'ERR_NO_TICKET_FOUND' },
  ],
  'POST /api/tickets': other => [
    { path: 'tickets', body: { contactId: other.freeContactId }, error: 'ERR_NO_CONTACT_FOUND' },
    {
      path: 'tickets',
      body: { contactId: own.freeContactId, queueId: other.queueId },
      error: 'ERR_NO_QUEUE_FOUND',
    },
    {
      path: 'tickets',
      body: { contactId: own.freeContactId, queueId: own.queueId, userId: other.userId },
      error: 'ERR_NO_USER_FOUND',
    },
    {
      path: 'tickets',
      body: { contactId: own.freeContactId, whatsappId: other.connectionId },
      error: 'ERR_NO_WAPP_FOUND',
    },
  ],
  'PUT /api/tickets/:id': other => [
    ...[{ status: 'open' }, { status: 'pending' }, { status: 'closed' }, { queueId: own.queueId }].map(
      body => ({
        ...{ path: `tickets/${other.ticketId}`, body, error: 'ERR_NO_TICKET_FOUND' },
      }),
    ),
    { path: `tickets/${own.ticketId}`, body: { queueId: other.queueId }, error: 'ERR_NO_QUEUE_FOUND' },
    {
      path: `tickets/${own.ticketId}`,
      body: { status: 'open', queueId: other.queueId },
      error: 'ERR_NO_QUEUE_FOUND',
    },
    {
      path: `tickets/${own.ticketId}`,
      body: { queueId: own.queueId, userId: other.userId },
      error: 'ERR_NO_USER_FOUND',
    },
  ],
  'POST /api/tickets/:id/leave-menu': other => [
    { path: `tickets/${other.ticketId}/leave-menu`, error: 'ERR_NO_TICKET_FOUND' },
  ],
  'POST /api/tickets/:id/read': other => [
    { path: `tickets/${other.ticketId}/read`, error: 'ERR_NO_TICKET_FOUND' },
  ],
  'DELETE /api/tickets/:id': other => [{ path: `tickets/${other.ticketId}`, error: 'ERR_NO_TICKET_FOUND' }],
  'POST /api/messages/:id/media': other => [
    { path: `messages/${other.messageId}/media`, error: 'ERR_NO_MESSAGE_FOUND' },
  ],
  'GET /api/messages/:id': other => [{ path: `messages/${other.ticketId}`, error: 'ERR_NO_TICKET_FOUND' }],
  'POST /api/messages/:id': other => [
    { path: `messages/${other.ticketId}`, body: { body: 'Oi' }, error: 'ERR_NO_TICKET_FOUND' },
  ],
  'PUT /api/messages/:id': other => [
    { path: `messages/${other.messageId}`, body: { body: 'Oi' }, error: 'ERR_NO_MESSAGE_FOUND' },
  ],
  'DELETE /api/messages/:id': other => [
    { path: `messages/${other.messageId}`, error: 'ERR_NO_MESSAGE_FOUND' },
  ],
  'POST /api/messages/:id/retry': other => [
    { path: `messages/${other.messageId}/retry`, error: 'ERR_NO_MESSAGE_FOUND' },
  ],
  'POST /api/messages/:id/reactions': other => [
    { path: `messages/${other.messageId}/reactions`, body: { emoji: '👍' }, error: 'ERR_NO_MESSAGE_FOUND' },
  ],
  'GET /api/whatsapp': () => [{ path: 'whatsapp' }, { path: 'whatsapp/?session=0' }],
  'GET /api/whatsapp/:id': other => [{ path: `whatsapp/${other.connectionId}`, error: 'ERR_NO_WAPP_FOUND' }],
  'GET /api/whatsapp/:id/ledger': other => [
    { path: `whatsapp/${other.connectionId}/ledger`, error: 'ERR_NO_WAPP_FOUND' },
  ],
  'POST /api/whatsapp/:id/ledger/retry': other => [
    { path: `whatsapp/${other.connectionId}/ledger/retry`, error: 'ERR_NO_WAPP_FOUND' },
  ],
  'POST /api/whatsapp': other => [
    { path: 'whatsapp', body: { name: 'Filial', queueIds: [other.queueId] }, error: 'ERR_NO_QUEUE_FOUND' },
  ],
  'PUT /api/whatsapp/:id': other => [
    { path: `whatsapp/${other.connectionId}`, body: { name: 'Minha' }, error: 'ERR_NO_WAPP_FOUND' },
    {
      path: `whatsapp/${own.connectionId}`,
      body: { queueIds: [other.queueId] },
      error: 'ERR_NO_QUEUE_FOUND',
    },
  ],
  'DELETE /api/whatsapp/:id': other => [
    { path: `whatsapp/${other.connectionId}`, error: 'ERR_NO_WAPP_FOUND' },
  ],
  'POST /api/whatsapp/:id/token': other => [
    { path: `whatsapp/${other.connectionId}/token`, error: 'ERR_NO_WAPP_FOUND' },
  ],
  'POST /api/whatsappsession/:id/pairing-code': other => [
    {
      path: `whatsappsession/${other.connectionId}/pairing-code`,
      body: { phoneNumber: '5511999990000' },
      error: 'ERR_NO_WAPP_FOUND',
    },
  ],
  'POST /api/whatsappsession/:id': other => [
    { path: `whatsappsession/${other.connectionId}`, error: 'ERR_NO_WAPP_FOUND' },
  ],
  'PUT /api/whatsappsession/:id': other => [
    { path: `whatsappsession/${other.connectionId}`, error: 'ERR_NO_WAPP_FOUND' },
  ],
  'DELETE /api/whatsappsession/:id': other => [
    { path: `whatsappsession/${other.connectionId}`, error: 'ERR_NO_WAPP_FOUND' },
  ],
  'POST /api/contacts': other => [
    {
      path: 'contacts',
      body: { name: 'Nova', number: '5511955554444', queueId: other.queueId },
      error: 'ERR_NO_QUEUE_FOUND',
    },
  ],
  'GET /api/messages/search': other => [
    { path: 'messages/search?searchParam=segredo' },
    { path: `messages/search?searchParam=segredo&ticketId=${other.ticketId}` },
    { path: `messages/search?searchParam=segredo&contactId=${other.contactId}` },
  ],
  ...recordAttempts(),
  'GET /api/queue/:id/use': other => [{ path: `queue/${other.queueId}/use`, error: 'ERR_NO_QUEUE_FOUND' }],
  'GET /api/queue-options': other => [
    { path: `queue-options?queueId=${other.queueId}&parentId=-1`, error: 'ERR_NO_QUEUE_FOUND' },
    {
      path: `queue-options?queueId=${own.queueId}&parentId=${other.optionId}`,
      error: 'ERR_NO_QUEUE_OPTION_FOUND',
    },
  ],
  'GET /api/queue-options/:id': other => [
    { path: `queue-options/${other.optionId}`, error: 'ERR_NO_QUEUE_OPTION_FOUND' },
  ],
  'POST /api/queue-options': other => [
    {
      path: 'queue-options',
      body: { queueId: other.queueId, parentId: -1, title: 'Minha' },
      error: 'ERR_NO_QUEUE_FOUND',
    },
    {
      path: 'queue-options',
      body: { queueId: own.queueId, parentId: other.optionId, title: 'Minha' },
      error: 'ERR_NO_QUEUE_OPTION_FOUND',
    },
  ],
  'PUT /api/queue-options/:id': other => [
    {
      path: `queue-options/${other.optionId}`,
      body: { title: 'Minha' },
      error: 'ERR_NO_QUEUE_OPTION_FOUND',
    },
    {
      path: `queue-options/${own.optionId}`,
      body: { parentId: other.optionId },
      error: 'ERR_NO_QUEUE_OPTION_FOUND',
    },
  ],
  'DELETE /api/queue-options/:id': other => [
    { path: `queue-options/${other.optionId}`, error: 'ERR_NO_QUEUE_OPTION_FOUND' },
  ],
  'POST /api/tags/sync': other => [
    {
      path: 'tags/sync',
      body: { ticketId: own.ticketId, tags: [{ id: other.tagId }] },
      error: 'ERR_NO_TAG_FOUND',
    },
    {
      path: 'tags/sync',
      body: { ticketId: other.ticketId, tags: [{ id: own.tagId }] },
      error: 'ERR_NO_TICKET_FOUND',
    },
  ],
  'GET /api/tickets/:id/history': other => [
    { path: `tickets/${other.ticketId}/history`, error: 'ERR_NO_TICKET_FOUND' },
  ],
  'GET /api/ticket-notes/list': other => [
    { path: `ticket-notes/list?ticketId=${other.ticketId}`, error: 'ERR_NO_TICKET_FOUND' },
    { path: `ticket-notes/list?contactId=${other.contactId}` },
  ],
  'POST /api/ticket-notes': other => [
    {
      path: 'ticket-notes',
      body: { ticketId: other.ticketId, note: 'Oi, tudo bem?' },
      error: 'ERR_NO_TICKET_FOUND',
    },
  ],
  'DELETE /api/ticket-notes/:id': other => [
    { path: `ticket-notes/${other.noteId}`, error: 'ERR_NO_NOTE_FOUND' },
  ],
  'GET /api/contacts': () => [{ path: 'contacts' }, { path: 'contacts?searchParam=Secreta' }],
  'GET /api/contacts/:contactId/ratings': other => [
    { path: `contacts/${other.contactId}/ratings`, error: 'ERR_NO_CONTACT_FOUND' },
  ],
  // With a file, and for what is imported: contact-imports.int.test.ts.
  'POST /api/contacts/import/upload': () => [],
  'POST /api/contacts/import': other => [
    { path: 'contacts/import', body: { whatsappId: other.connectionId }, error: 'ERR_NO_WAPP_FOUND' },
  ],
  'POST /api/contacts/import/file': other => [
    {
      path: 'contacts/import/file',
      body: { contacts: [{ name: 'Nova', number: '5511955554443' }], whatsappId: other.connectionId },
      error: 'ERR_NO_WAPP_FOUND',
    },
  ],
  'GET /api/contacts/imports': () => [{ path: 'contacts/imports' }],
  'GET /api/contacts/import/:importId': other => [
    { path: `contacts/import/${other.importId}`, error: 'ERR_NO_IMPORT_FOUND' },
  ],
  'GET /api/contacts/import/:importId/rejected': other => [
    { path: `contacts/import/${other.importId}/rejected`, error: 'ERR_NO_IMPORT_FOUND' },
  ],
  'POST /api/contacts/import/:importId/start': other => [
    {
      path: `contacts/import/${other.importId}/start`,
      body: { mapping: { name: 0, number: 1, email: null, extra: [], areaCode: null } },
      error: 'ERR_NO_IMPORT_FOUND',
    },
  ],
  'POST /api/contacts/import/:importId/cancel': other => [
    { path: `contacts/import/${other.importId}/cancel`, error: 'ERR_NO_IMPORT_FOUND' },
  ],
  'POST /api/contacts/import/:importId/undo': other => [
    { path: `contacts/import/${other.importId}/undo`, error: 'ERR_NO_IMPORT_FOUND' },
  ],
  'GET /api/contacts/export': () => [{ path: 'contacts/export' }, { path: 'contacts/export?format=xlsx' }],
  'GET /api/contacts/list': other => [{ path: `contacts/list?companyId=${other.companyId}` }],
  'POST /api/contacts/add/wallet/:contactId': other => [
    {
      path: `contacts/add/wallet/${other.contactId}`,
      body: { users: [own.userId] },
      error: 'ERR_NO_CONTACT_FOUND',
    },
    {
      path: `contacts/add/wallet/${own.contactId}`,
      body: { users: [other.userId] },
      error: 'ERR_NO_USER_FOUND',
    },
  ],
  'GET /api/contacts/:contactId': other => [
    { path: `contacts/${other.contactId}`, error: 'ERR_NO_CONTACT_FOUND' },
  ],
  'PUT /api/contacts/:contactId': other => [
    { path: `contacts/${other.contactId}`, body: { name: 'Minha' }, error: 'ERR_NO_CONTACT_FOUND' },
    { path: `contacts/${own.contactId}`, body: { queueId: other.queueId }, error: 'ERR_NO_QUEUE_FOUND' },
  ],
  'DELETE /api/contacts/:contactId': other => [
    { path: `contacts/${other.freeContactId}`, error: 'ERR_NO_CONTACT_FOUND' },
  ],
  'POST /api/contacts/:contactId/merge': other => [
    {
      path: `contacts/${other.contactId}/merge`,
      body: { otherId: own.contactId },
      error: 'ERR_NO_CONTACT_FOUND',
    },
    {
      path: `contacts/${own.contactId}/merge`,
      body: { otherId: other.contactId },
      error: 'ERR_NO_CONTACT_FOUND',
    },
  ],
  'POST /api/contacts/:contactId/unmerge': other => [
    {
      path: `contacts/${other.contactId}/unmerge`,
      body: { otherId: other.freeContactId },
      error: 'ERR_NO_CONTACT_FOUND',
    },
  ],
  'GET /api/contacts/:contactId/erasure': other => [
    { path: `contacts/${other.contactId}/erasure`, error: 'ERR_NO_CONTACT_FOUND' },
  ],
  'POST /api/contacts/:contactId/erasure': other => [
    {
      path: `contacts/${other.contactId}/erasure`,
      body: { confirmation: 'Secreta' },
      error: 'ERR_NO_CONTACT_FOUND',
    },
  ],
  'GET /api/webhooks': () => [{ path: 'webhooks' }],
  'GET /api/webhooks/event-types': () => [{ path: 'webhooks/event-types' }],
  'POST /api/webhooks': other => [
    {
      path: 'webhooks',
      body: { url: 'https://example.com/', events: ['ticket.opened'], connectionIds: [other.connectionId] },
      error: 'ERR_NO_WAPP_FOUND',
    },
  ],
  ...Object.fromEntries(
    Object.entries({
      'GET /api/webhooks/:id': [''],
      'PUT /api/webhooks/:id': ['', { enabled: false }],
      'DELETE /api/webhooks/:id': [''],
      'POST /api/webhooks/:id/secret': ['/secret', {}],
      'POST /api/webhooks/:id/test': ['/test', {}],
      'POST /api/webhooks/:id/resend': ['/resend', { from: justNow(), until: justNow() }],
      'GET /api/webhooks/:id/deliveries': ['/deliveries'],
      'GET /api/webhooks/:id/deliveries/:deliveryId': [`/deliveries/${newId()}`],
      'POST /api/webhooks/:id/deliveries/:deliveryId/resend': [`/deliveries/${newId()}/resend`, {}],
    } as const).map(([route, [end, body]]) => [
      route,
      (other: Foreign) => [
        { path: `webhooks/${other.webhookId}${end}`, ...(body && { body }), error: 'ERR_NO_WEBHOOK_FOUND' },
      ],
    ]),
  ),
  'GET /api/erasures': () => [{ path: 'erasures' }],
  'GET /api/audit/integrity': () => [{ path: 'audit/integrity' }],
  'POST /api/audit/integrity': () => [{ path: 'audit/integrity', body: {} }],
  'GET /api/audit/checkpoints': () => [{ path: 'audit/checkpoints', error: 'ERR_NO_CHECKPOINT_FOUND' }],
  'GET /api/users': other => [{ path: `users?companyId=${other.companyId}` }],
  'GET /api/users/list': other => [{ path: `users/list?companyId=${other.companyId}` }],
  'GET /api/schedules': other => [
    { path: 'schedules?searchParam=segredo' },
    { path: `schedules?contactId=${other.contactId}` },
    { path: 'schedules?from=2099-01-01&until=2099-01-31' },
  ],
  'GET /api/schedules/:id': other => [
    { path: `schedules/${other.scheduleId}`, error: 'ERR_NO_SCHEDULE_FOUND' },
  ],
  'POST /api/schedules': other => [
    { path: 'schedules', body: scheduleForm(other.contactId), error: 'ERR_NO_CONTACT_FOUND' },
    {
      path: 'schedules',
      body: { ...scheduleForm(own.contactId), whatsappId: other.connectionId },
      error: 'ERR_NO_WAPP_FOUND',
    },
  ],
  'PUT /api/schedules/:id': other => [
    {
      ...{ path: `schedules/${other.scheduleId}`, body: scheduleForm(own.contactId) },
      error: 'ERR_NO_SCHEDULE_FOUND',
    },
  ],
  ...Object.fromEntries(
    ['send', 'cancel'].map(verb => [
      `POST /api/schedules/:id/${verb}`,
      (other: Foreign) => [{ path: `schedules/${other.scheduleId}/${verb}`, error: 'ERR_NO_SCHEDULE_FOUND' }],
    ]),
  ),
  'DELETE /api/schedules/:id': other => [
    { path: `schedules/${other.scheduleId}`, error: 'ERR_NO_SCHEDULE_FOUND' },
  ],
  // With a file: schedules.int.test.ts.
  'POST /api/schedules/:id/file-upload': () => [],
  'DELETE /api/schedules/:id/file-upload': other => [
    { path: `schedules/${other.scheduleId}/file-upload`, error: 'ERR_NO_SCHEDULE_FOUND' },
  ],
  // First, and without ids: what is asked of the audit trail is an entry itself, with the ids that were asked for.
  'PUT /api/questions/:id/computing': other => [
    {
      ...{ path: `questions/${other.recordIds.question}/computing`, body: { computing: 'no' } },
      error: 'ERR_NO_QUESTION_FOUND',
    },
  ],
  'GET /api/replay/questions': () => [{ path: 'replay/questions' }],
  'GET /api/replay/questions/versions/:id': other => [
    { path: `replay/questions/versions/${other.ticketId}`, error: 'ERR_NO_QUESTION_FOUND' },
  ],
  'GET /api/replay/questions/versions/:id/answer.csv': other => [
    { path: `replay/questions/versions/${other.ticketId}/answer.csv`, error: 'ERR_NO_QUESTION_FOUND' },
  ],
  'GET /api/replay/export': () => [
    { path: `replay/export?format=ocel&names=yes&from=${addDays(today, -300)}&to=${today}` },
  ],
  'GET /api/audit/export': () => [{ path: 'audit/export?format=jsonl' }],
  'GET /api/audit': other => [
    { path: 'audit' },
    { path: 'audit?q=segredo' },
    { path: `audit?ticket=${other.ticketId}` },
    { path: `audit?contact=${other.contactId}` },
    { path: `audit?object=${other.queueId}` },
    { path: `audit?actor=${other.userId}` },
  ],
  'GET /api/audit/:id': other => [{ path: `audit/${other.ticketId}`, error: 'ERR_NO_AUDIT_ENTRY_FOUND' }],
  'GET /api/audit/news': other => [
    { path: `audit/news?since=2020-01-01T00:00:00.000Z_0&ticket=${other.ticketId}` },
  ],
  'GET /api/dashboard': ({ queueId }) => [
    { path: 'dashboard?days=7' },
    { path: `dashboard?days=7&queueId=${queueId}`, error: 'ERR_NO_QUEUE_FOUND' },
  ],
  'GET /api/dashboard/report': ({ queueId }) => [
    { path: 'dashboard/report?days=7&by=user' },
    { path: `dashboard/report?days=7&queueId=${queueId}`, error: 'ERR_NO_QUEUE_FOUND' },
  ],
  'GET /api/replay/slice': () => [{ path: `replay/slice?from=${weekAgo}&to=${today}` }],
  'GET /api/dashboard/choices': () => [{ path: 'dashboard/choices' }],
  'GET /api/dashboard/episodes': ({ queueId, userId }) => [
    { path: 'dashboard/episodes?days=7&metric=opened' },
    { path: `dashboard/episodes?days=7&metric=pending&queueId=${queueId}`, error: 'ERR_NO_QUEUE_FOUND' },
    { path: `dashboard/episodes?days=7&metric=closed&by=user&key=${userId}`, error: 'ERR_NO_USER_FOUND' },
  ],
  'GET /api/dashboard/episodes.csv': ({ queueId }) => [
    { path: `dashboard/episodes.csv?days=7&metric=opened&queueId=${queueId}`, error: 'ERR_NO_QUEUE_FOUND' },
  ],
  'GET /api/dashboard/backlog': ({ queueId }) => [
    { path: 'dashboard/backlog?days=7' },
    { path: `dashboard/backlog?days=7&queueId=${queueId}`, error: 'ERR_NO_QUEUE_FOUND' },
  ],
  'GET /api/replay/what-if': () => [{ path: 'replay/what-if' }],
  'POST /api/replay/what-if': ({ queueId }) => [
    { path: 'replay/what-if', body: { days: 7 } },
    { path: 'replay/what-if', body: { days: 7, queueId }, error: 'ERR_NO_QUEUE_FOUND' },
  ],
  'GET /api/replay/as-it-was': () => [{ path: `replay/as-it-was?at=${justNow()}` }],
  'GET /api/replay/as-it-was/changes': () => {
    // Since the company has been there.
    const from = new Date(Date.now() - 1).toISOString();
    return [{ path: `replay/as-it-was/changes?from=${from}&at=${justNow()}` }];
  },
  'GET /api/replay/as-it-was/tickets': ({ queueId, userId }) =>
    ['waiting', 'attending', 'closed'].flatMap(list =>
      [
        { narrowed: '' },
        { narrowed: `&queueId=${queueId}`, error: 'ERR_NO_QUEUE_FOUND' },
        { narrowed: `&userId=${userId}`, error: 'ERR_NO_USER_FOUND' },
      ].map(({ narrowed, ...refused }) => ({
        path: `replay/as-it-was/tickets?at=${justNow()}&list=${list}${narrowed}`,
        ...refused,
      })),
    ),
  'GET /api/replay/as-it-was/tickets/:id': other => [
    { path: `replay/as-it-was/tickets/${other.ticketId}?at=${justNow()}`, error: 'ERR_NO_TICKET_FOUND' },
  ],
  'GET /api/replay/as-it-was/tickets/:id/messages': other => [
    {
      path: `replay/as-it-was/tickets/${other.ticketId}/messages?at=${justNow()}`,
      error: 'ERR_NO_TICKET_FOUND',
    },
  ],
  'GET /api/notices': () => [{ path: 'notices' }],
  'POST /api/notices/read': () => [{ path: 'notices/read', body: { upTo: 1 } }],
  'GET /api/users/:id': other => [{ path: `users/${other.userId}`, error: 'ERR_NO_USER_FOUND' }],
  'POST /api/users': other => [
    { path: 'users', body: { ...someone, queueIds: [other.queueId] }, error: 'ERR_NO_QUEUE_FOUND' },
    { path: 'users', body: { ...someone, whatsappIds: [other.connectionId] }, error: 'ERR_NO_WAPP_FOUND' },
  ],
  'PUT /api/users/:id': other => [
    { path: `users/${other.userId}`, body: { name: 'Minha' }, error: 'ERR_NO_USER_FOUND' },
    { path: `users/${other.userId}`, body: { password: 'segredo' }, error: 'ERR_NO_USER_FOUND' },
    { path: `users/${own.userId}`, body: { queueIds: [other.queueId] }, error: 'ERR_NO_QUEUE_FOUND' },
  ],
  'DELETE /api/users/:id': other => [{ path: `users/${other.userId}`, error: 'ERR_NO_USER_FOUND' }],
  'DELETE /api/users/:id/sessions': other => [
    { path: `users/${other.userId}/sessions`, error: 'ERR_NO_USER_FOUND' },
  ],
  'GET /api/settings': () => [{ path: 'settings' }],
  'PUT /api/settings/:key': () => [{ path: 'settings/call', body: { value: 'enabled' } }],
  'GET /api/settings/texts': () => [{ path: 'settings/texts' }],
  'PUT /api/settings/texts/:key': () => [{ path: 'settings/texts/autoClose', body: { text: 'Até logo' } }],
  'GET /api/companies/:id/schedules': other => [
    { path: `companies/${other.companyId}/schedules`, error: 'ERR_NO_COMPANY_FOUND' },
  ],
  'PUT /api/companies/:id/schedules': other => [
    {
      ...{ path: `companies/${other.companyId}/schedules`, error: 'ERR_NO_COMPANY_FOUND' },
      body: { schedules: [] },
    },
  ],
};
/** Neither takes an id nor shows a company's data; or ends the session itself. */
const exempt = new Set([
  'POST /api/auth/login',
  'POST /api/auth/refresh_token',
  'DELETE /api/auth/logout',
  'GET /api/setup',
  'POST /api/setup',
  'GET /api/features',
  'GET /api/live',
  // For programs outside, which come with a token: outside-messages.int.test.ts.
  'POST /api/messages/send',
  'POST /api/messages/send/files',
  'GET /api/messages',
  // Their texts and files: outside-content.int.test.ts.
  'GET /api/messages/:id/content',
  'GET /api/messages/:id/media',
  // Opened by its signature, which only who may see the message is given.
  'GET /api/media/:companyId/:hash',
]);

it('knows every route there is', () => {
  const routes = registeredRoutes(harness.app);
  expect(routes.length).toBeGreaterThan(20);
  const unknown = routes.filter(route => !exempt.has(route) && !(route in attempts));
  expect(unknown).toEqual([]);
  expect(Object.keys(attempts).filter(route => !routes.includes(route))).toEqual([]);
});

const deniedToAttendants = ['ERR_NO_PERMISSION', 'ERR_USER_NOT_IN_QUEUE'];

it.each(Object.keys(attempts))('%s neither shows nor changes another company', async route => {
  const method = route.split(' ')[0] as Method;
  const before = await snapshot();
  for (const { path, body, error } of attempts[route]?.(foreign) ?? [])
    for (const browser of [admin, attendant]) {
      const call = { GET: browser.get, POST: browser.post, PUT: browser.put, DELETE: browser.delete }[method];
      const answer = await (body ? browser[method === 'PUT' ? 'put' : 'post'](path, body) : call(path));
      const { status } = answer;
      // What is not for attendants at all is refused before anything is looked for.
      const denied = browser === attendant && deniedToAttendants.includes(answer.body.error);
      if (denied) expect([403, 409]).toContain(status);
      else if (error) expect([path, status, answer.body.error]).toEqual([path, 404, error]);
      else expect([path, status]).toEqual([path, 200]);
      const shown = JSON.stringify(error ? {} : answer.body);
      for (const secret of secretsOf(foreign)) expect(shown).not.toContain(secret);
    }
  await harness.caughtUp();
  expect(await snapshot()).toEqual(before);
});

const secretsOf = ({ recordIds, ...ids }: Foreign): readonly string[] => [
  ...Object.values(ids),
  ...Object.values(recordIds),
];

const snapshot = async () => {
  const browser = openBrowser(harness);
  await browser.login(foreign.email);
  const paths = [
    `tickets/${foreign.ticketId}`,
    `messages/${foreign.ticketId}`,
    'whatsapp',
    'settings',
    'settings/texts',
    `companies/${foreign.companyId}/schedules`,
    'users/list',
    `queue-options/${foreign.optionId}`,
    `schedules/${foreign.scheduleId}`,
    'api-keys',
  ];
  const bodies = await Promise.all(paths.map(async path => (await browser.get(path)).body));
  return bodies.map(({ position, ...body }) => body);
};
