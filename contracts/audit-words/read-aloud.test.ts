import { expect, it } from 'vitest';
import { kept } from '#domain/audit/kept.ts';
import type { AnyEventType } from '#domain/catalogue.ts';
import { revocations } from '#domain/session/events.ts';
import type { PolicyName } from '#domain/shared/policy-names.ts';
import { idOf } from '#domain/testing/ids.ts';
import { leavingReasons } from '#domain/ticket/leaving-reasons.ts';
import { type AuditEntryView, type AuditName, auditActions } from '../audit.ts';
import { actorOf, sentenceOf } from './sentence.ts';
import { sayIn } from './texts.ts';

const [ana, bruno, clara, queue, tag, shop, option, ticket, contact] = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(idOf);
const named = (id: string | undefined, kind: AuditName['kind'], name: string): AuditName => ({
  ...{ id: id ?? '', kind, name, gone: false, erased: false, number: null, contactName: null },
});
const names = new Map(
  [
    ...[named(ana, 'user', 'Ana'), named(bruno, 'user', 'Bruno'), named(clara, 'contact', 'Clara')],
    ...[named(queue, 'queue', 'Vendas'), named(tag, 'tag', 'VIP'), named(shop, 'connection', 'Loja')],
    ...[named(option, 'queuemenu', 'Preços'), named(contact, 'contact', 'Davi')],
    { ...named(ticket, 'ticket', ''), number: 7, contactName: 'Clara' },
  ].map(each => [each.id, each]),
);

/** A value of each field that entries keep. */
const full: Readonly<Record<string, unknown>> = {
  ...{ name: 'Padaria', dueDate: '2026-03-04T12:00:00.000Z', key: 'userRating', value: 'enabled' },
  ...{ profile: 'admin', count: 3, actions: ['ticket.delete', 'audit.read'] },
  ...{ status: 'open', userIds: [ana, bruno], otherId: contact, winnerId: contact, source: 'file', rows: 12 },
  ...{
    counts: { new: 3, updated: 1, duplicate: 0, invalid: 2, ignored: 0 },
    removed: 3,
    restored: 1,
    kept: 0,
  },
  ...{ queueId: queue, userId: bruno, tagIds: [tag], rating: 3, mediaType: 'text', emoji: '👍' },
  ...{ title: 'Preços', optionId: option, place: 2, localAt: '2026-03-05T09:00', recurrence: 'daily' },
  ...{ prefix: 'bk_1', scopes: ['send', 'read'], size: 900, by: ['kind=ticket', `queueId=${queue}`, 'q'] },
  ...{ what: 'contacts', format: 'csv', asOf: '2026-03-04T12:00:00.000Z', kind: 'user-email' },
  ...{ successorId: queue, shortcode: 'oi', computing: 'no', seconds: 86_400 },
};
/** Where that is no value of it. */
const instead: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  CompanySecretSet: { key: 'asaas' },
  CompanySecretRemoved: { key: 'asaas' },
  CompanyTextChanged: { key: 'autoClose' },
  ConnectionStatusChanged: { status: 'DISCONNECTED' },
  CompanySettingChanged: { value: 'enabled' },
};
/** As some events have them. */
const others: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  CompanySettingChanged: [{ key: 'kanbanDefault', value: '' }],
  UserLoginFailed: [{ count: 1 }],
  UserAccessRefused: [{ count: 1, actions: ['ownPassword'] }],
  ContactImportStarted: [{ rows: 1 }],
  ContactImportUndone: [{ removed: 0, restored: 2, kept: 1 }],
  ContactChatTimerSet: [{ seconds: 0 }, { seconds: 604_800 }],
  TicketOpened: [{ queueId: null }, { userId: ana, status: 'pending' }],
  TicketAccepted: [{ userId: ana }],
  TicketTransferred: [{ userId: null }, { queueId: null }, { userId: ana }],
  ScheduledMessageCreated: [{ recurrence: 'none' }],
};
const reasons: Readonly<Record<string, readonly string[]>> = {
  UserSessionRevoked: revocations,
  ConnectionStatusChanged: ['logged-out', 'connector-away'],
  TicketReturned: ['attendant', 'attendant-removed'],
  TicketClosed: ['auto-close'],
  TicketMenuLeft: leavingReasons,
  MessageFailed: ['ERR_WAPP_INVALID_CONTACT', 'no-answer', 'WhatsApp 463'],
  MessageMediaFailed: ['expired', 'too-large', 'unreachable', 'broken'],
  MessageChangeRefused: ['not-sent', 'ERR_EDIT_WAPP_MSG'],
  ScheduledMessageFailed: ['ERR_NO_WAPP_FOUND'],
  ScheduledMessageCancelled: ['ERR_NO_CONTACT_FOUND'],
  WebhookDisabled: ['gone', 'failing'],
};
/** Without which these events are not. */
const needsReason = /Failed|Refused|Disabled|Revoked|MenuLeft|Returned/;
const needsUser = ['TicketAccepted', 'TicketRatingAsked', 'TicketRated'];
/** Fields that are there in every event that has them. */
const always = [
  'name',
  'key',
  'value',
  'profile',
  'count',
  'status',
  'source',
  'rows',
  'removed',
  'restored',
  'kept',
];
const fixed = [
  ...always,
  ...['otherId', 'winnerId', 'rating', 'mediaType', 'title', 'optionId', 'place', 'localAt', 'recurrence'],
  ...['prefix', 'scopes', 'size', 'what', 'format', 'kind', 'shortcode', 'computing', 'seconds'],
];

const pick = (from: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  Object.fromEntries(fields.flatMap(field => (field in from ? [[field, from[field]]] : [])));

type Doer = AuditEntryView['actor'];
const user: Doer = { kind: 'user', id: ana ?? '', name: null };
const customer: Doer = { kind: 'contact', id: clara ?? '', name: null };
const phone: Doer = { kind: 'connection', id: shop ?? '', name: null };
const system: Doer = { kind: 'system', id: null, name: null };
const rule = (name: PolicyName): Doer => ({ kind: 'policy', id: null, name });

/** Who does what, the first that fits; everything else people do. */
const doers: readonly (readonly [RegExp, readonly Doer[]])[] = [
  [/^(MessageReceived|MessageEditUn)/, [customer, phone]],
  [/^ContactChatTimerSet/, [customer, phone]],
  [/^(TicketRated|TicketRatingEx|TicketThanked|MessageEdited|MessageDeleted|MessageReacted)/, [customer]],
  [
    /^(Message(Un|Sent|Deli|Read|Play|Fail|Mov|Cont|Media[SF]|Change)|ConnectionStatus|Contact(Id|Pic))/,
    [phone],
  ],
  [/^TicketMenuLeft taken-out/, [user]],
  [/^TicketMenu/, [rule('attend')]],
  [/^TicketRating/, [rule('closing')]],
  [/^TicketClosed auto/, [rule('auto-close')]],
  [/^TicketReturned attendant-/, [rule('return-tickets')]],
  [/^ScheduledMessage(Sent|Send|Fail|Over)/, [rule('schedules')]],
  [/^Webhook(Fail|Dis)/, [rule('webhooks')]],
  [/^Checkpoint/, [rule('integrity')]],
  [/^(UserLoginFailed|CompanyCreated|Installation|ContactImport(Fin|Undone)|Key)/, [system]],
];
const doersOf = (action: string, reason: unknown): readonly Doer[] =>
  doers.find(([actions]) => actions.test(`${action} ${reason ?? ''}`))?.[1] ?? [user];

/** An event with as little, with all, and with as much of it as some have. */
const variantsOf = (action: AnyEventType): readonly Readonly<Record<string, unknown>>[] => {
  const keep = kept[action].keep ?? [];
  const isFixed = (field: string) =>
    fixed.includes(field) || (field === 'userId' && needsUser.includes(action));
  const own = others[action] ?? [];
  const whole = pick({ ...full, ...instead[action] }, keep);
  const plain = [pick(whole, keep.filter(isFixed)), whole, ...own.map(more => ({ ...whole, ...more }))];
  const reasoned = plain.flatMap(details => (reasons[action] ?? []).map(reason => ({ ...details, reason })));
  return needsReason.test(action) && reasons[action] ? reasoned : [...plain, ...reasoned];
};

const sentencesIn = (language: 'pt-BR' | 'en' | 'es'): string => {
  const words = { t: sayIn(language), language, names, dateAndTime: () => '04/03/2026 09:00:00' };
  const lines = auditActions.flatMap(action =>
    variantsOf(action).flatMap(details =>
      doersOf(action, details.reason).map(actor => {
        const entry = { action, actor, details };
        return `${actorOf(words, entry)}: ${sentenceOf(words, entry)}`;
      }),
    ),
  );
  return `${[...new Set(lines)].join('\n')}\n`;
};

/**
 * Every sentence with its fields empty and full, as it stands in a file of its language: who changes a sentence reads
 * it there, aloud, before the file is written again (vitest -u).
 */
it.each(['pt-BR', 'en', 'es'] as const)('reads every sentence aloud in %s', async language => {
  await expect(sentencesIn(language)).toMatchFileSnapshot(`./read-aloud/${language}.txt`);
});

it.each(['pt-BR', 'en', 'es'] as const)('says nothing in %s that is no language', language => {
  const raw = sentencesIn(language)
    .split('\n')
    .filter(line =>
      /\{\{|[[\]|]|\(s\)|\bundefined\b|\bnull\b|\s{2}|\(\)|: ?$|ERR_|[a-z]+-[a-z]+-/.test(line),
    );
  expect(raw).toEqual([]);
});
