import type { Pool } from 'pg';
import type { Recorded } from '#eventstore/types.ts';
import type { Company, Happened } from './company.ts';

/** What a company is asked, once everything has happened in it. */
export type Asked = {
  readonly pool: Pool;
  readonly company: Company;
  readonly happened: Happened;
  readonly events: readonly Recorded[];
  /** How many of them there were before the services began. */
  readonly count: number;
  /** Messages that its phone was to send, and files that were sent to it; none where it has no phone. */
  readonly sent: readonly string[];
  readonly files: readonly string[];
};

const rowsOf = async (pool: Pool, text: string, values: readonly unknown[]): Promise<boolean> =>
  ((await pool.query(text, [...values])).rowCount ?? 0) > 0;

const by = (events: readonly Recorded[], policy: string) =>
  events.filter(({ metadata: { actor } }) => actor.kind === 'policy' && actor.name === policy);
const said = ({ events }: Asked, kind: string) =>
  events.filter(event => event.type === 'MessageQueued' && event.data.automatic === kind);
const ticketOf = ({ events }: Asked, messageId: string): string | undefined => {
  const received = events.find(event => event.type === 'MessageReceived' && event.entityId === messageId);
  return received?.type === 'MessageReceived' ? received.data.ticketId : undefined;
};
/** A text of this kind, once, in the ticket of a message. */
const isAnswered = (asked: Asked, messageId: string, kind: string): boolean => {
  const ticketId = ticketOf(asked, messageId);
  const answers = said(asked, kind).filter(({ data }) => 'ticketId' in data && data.ticketId === ticketId);
  return ticketId !== undefined && answers.length === 1;
};
const was = (events: readonly Recorded[], entityId: string): boolean =>
  events.some(event => event.entityId === entityId);
const triedAgain = ({ pool }: Asked, followers: string) =>
  rowsOf(
    pool,
    `select 1 where not exists (select from parking.parked where follower like $1 and scope <> 'row' and tries < 2)`,
    [followers],
  );

/** What shows, by the name of each follower and worker, that it goes on for a company. */
export const expectations: Readonly<Record<string, (asked: Asked) => boolean | Promise<boolean>>> = {
  'policy return-tickets': ({ events, happened }) =>
    was(by(events, 'return-tickets'), happened.given.ticketId),
  'policy leave-queues': ({ events, happened }) => was(by(events, 'leave-queues'), happened.placed.ticketId),
  'policy erase-contacts': async ({ pool, events, happened }) =>
    was(by(events, 'erase-contacts'), happened.erased.ticketId) &&
    rowsOf(pool, 'select from secrets.person_key where person = $1 and wrapped is null', [
      happened.erased.contactId,
    ]),
  'policy answer-calls': asked => isAnswered(asked, asked.happened.callId, 'call'),
  'policy quiet-tickets': ({ pool, happened }) =>
    rowsOf(pool, 'select from policy.quiet_ticket where ticket_id = $1', [happened.busy.ticketId]),
  'policy contact-imports': ({ pool, happened }) =>
    rowsOf(pool, `select from contact_import.job where id = $1 and status <> 'draft'`, [happened.importId]),
  'policy attend': asked => isAnswered(asked, asked.happened.greetedId, 'greeting'),
  'policy menu-silence': asked =>
    rowsOf(asked.pool, `select from policy.due_work where kind = 'menu-silence' and key = $1`, [
      ticketOf(asked, asked.happened.inMenuId),
    ]),
  'policy closing': asked =>
    said(asked, 'completion').filter(
      ({ data }) => 'ticketId' in data && data.ticketId === asked.happened.done.ticketId,
    ).length === 1,
  'policy schedules': ({ events, happened }) =>
    events.some(
      ({ type, entityId }) => type === 'ScheduledMessageSendingStarted' && entityId === happened.scheduleId,
    ),
  'policy due-work': asked => said(asked, 'scheduled').length === 1,
  'policy auto-close': ({ events, happened }) => was(by(events, 'auto-close'), happened.silent.ticketId),
  'policy unattended-sessions': ({ events, company }) =>
    was(by(events, 'unattended-sessions'), company.unattended),
  'policy imports': ({ pool, happened }) =>
    rowsOf(pool, `select from contact_import.job where id = $1 and status = 'finished'`, [happened.importId]),
  'policy integrity': ({ pool, company, count }) =>
    rowsOf(pool, 'select from integrity.tree where company_id = $1 and size >= $2', [
      company.companyId,
      count,
    ]),
  'policy checkpoints': ({ events }) => events.some(({ type }) => type === 'CheckpointSigned'),
  'policy verifications': ({ pool, company }) =>
    rowsOf(pool, 'select from integrity.run where company_id = $1 and ended_at is not null', [
      company.companyId,
    ]),
  'policy webhooks': ({ pool, company }) =>
    rowsOf(pool, 'select from webhook.delivery where company_id = $1', [company.companyId]),
  'policy webhook-deliveries': ({ company, happened }) =>
    company.receiver.received.some(({ body }) => body.includes(happened.greetedId)),
  'policy take-up': asked => triedAgain(asked, 'policy %'),
  'projection inbox': ({ pool, happened }) =>
    rowsOf(pool, 'select from inbox.message where id = $1', [happened.greetedId]),
  'projection access': ({ pool, company }) =>
    rowsOf(pool, 'select from access.account where id = $1', [company.ana.userId]),
  'projection audit': ({ pool, happened }) =>
    rowsOf(pool, `select from audit.entry where object_id = $1 and type = 'TicketClosed'`, [
      happened.done.ticketId,
    ]),
  'projection dashboard': ({ pool, happened }) =>
    rowsOf(pool, 'select from dashboard.episode where ticket_id = $1', [happened.done.ticketId]),
  'head of the log': ({ pool }) => rowsOf(pool, 'select from projection.checkpoint where head > 0', []),
  questions: ({ pool, happened }) =>
    rowsOf(pool, 'select from questions.version where question_id = $1', [happened.questionId]),
  'questions computing': ({ pool, happened }) =>
    rowsOf(pool, `select from questions.version where question_id = $1 and state = 'live' and count > 0`, [
      happened.questionId,
    ]),
  'questions take-up': asked => triedAgain(asked, 'questions'),
  'connector simulator': ({ events, sent }) =>
    sent.every(id => events.some(({ type, entityId }) => type === 'MessageSent' && entityId === id)),
  'connector simulator take-up': asked => triedAgain(asked, 'connector %'),
  'connector simulator abandoned': ({ events, happened }) =>
    events.some(({ type, entityId }) => type === 'MessageFailed' && entityId === happened.unsentId) &&
    events.some(({ type, entityId }) => type === 'MessageMediaFailed' && entityId === happened.unfetchedId),
  'connector simulator purges': ({ pool, happened }) =>
    rowsOf(pool, 'select from connector.erasure where contact_id = $1 and round > 0', [
      happened.erased.contactId,
    ]),
  'connector simulator files': ({ events, files }) =>
    files.every(waId => {
      const received = events.find(event => event.type === 'MessageReceived' && event.data.waKey.id === waId);
      return events.some(
        event => event.type === 'MessageMediaStored' && event.entityId === received?.entityId,
      );
    }),
};

/** The same of what waited and was taken up. */
export const expectationsOnceMended: typeof expectations = {
  ...expectations,
  /** Where a message could not be read the silence begins then: it may have been in any ticket. */
  'policy auto-close': async asked =>
    (await expectations['policy auto-close']?.(asked)) === true ||
    rowsOf(
      asked.pool,
      `select from policy.quiet_ticket where ticket_id = $1 and quiet_since > now() - interval '1 hour'`,
      [asked.happened.silent.ticketId],
    ),
};
