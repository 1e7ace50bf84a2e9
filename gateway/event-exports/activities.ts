import type { Activity } from '#contracts/event-exports.ts';
import type { AnyEventType } from '#domain/catalogue.ts';
import type { TicketEntry } from '#projections/audit/queries/ticket-entries.ts';
import type { MessageWriter } from '#projections/inbox/queries/message-writers.ts';

export type Role = 'contact' | 'attendant' | 'phone' | 'bot' | 'api' | 'system';

/** One thing that happened to a ticket, in ids. */
export type CaseEvent = {
  /** Unique: of one event of the log there may be two, which `activity` tells apart. */
  readonly id: string;
  readonly at: string;
  readonly activity: Activity;
  readonly role: Role;
  /** Who did it, where that is an attendant. */
  readonly userId: string | null;
  readonly queueId: string | null;
  /** Whom it was given to, or whose mark it is. */
  readonly toUserId: string | null;
  readonly rating: number | null;
};

type Doing = Partial<Omit<CaseEvent, 'id' | 'at'>> & Pick<CaseEvent, 'activity'>;

/** The events of the log that a file is made of. */
export const exportedTypes: readonly AnyEventType[] = [
  ...(['TicketOpened', 'TicketAccepted', 'TicketTransferred', 'TicketReturned', 'TicketMenuLeft'] as const),
  ...(['TicketClosed', 'TicketDeleted', 'TicketReopened', 'TicketRated'] as const),
  ...(['MessageReceived', 'MessageQueued'] as const),
];

/** What an entry of the audit trail says happened to its ticket: one thing, several at once, or nothing of interest. */
export const activitiesOf = (entry: TicketEntry, writer: MessageWriter | undefined): readonly CaseEvent[] => {
  const { id, at } = entry;
  const none = { queueId: null, toUserId: null, rating: null };
  return doings(entry, writer).map(doing => ({
    ...{ id: `${id}-${doing.activity}`, at, ...none, ...doer(entry), ...doing },
  }));
};

const doings = (entry: TicketEntry, writer: MessageWriter | undefined): readonly Doing[] => {
  const queueId = text(entry.details.queueId);
  const userId = text(entry.details.userId);
  const entered: readonly Doing[] = queueId ? [{ activity: 'enteredQueue', queueId }] : [];
  switch (entry.type) {
    case 'TicketOpened': {
      const accepted: Doing = { activity: 'accepted', queueId, ...by(userId) };
      return [{ activity: 'opened' }, ...(entry.details.status === 'open' ? [accepted] : entered)];
    }
    case 'TicketAccepted':
      return [{ activity: 'accepted', queueId, ...by(userId) }];
    case 'TicketTransferred':
      return [{ activity: 'transferred', queueId, toUserId: userId }, ...(userId ? [] : entered)];
    case 'TicketReturned':
      return [{ activity: 'returned' }];
    case 'TicketMenuLeft':
      return entered;
    case 'TicketReopened':
      return [{ activity: 'reopened' }, ...entered];
    case 'TicketClosed':
      return [{ activity: closing(entry) }];
    case 'TicketDeleted':
      return [{ activity: 'deleted' }];
    case 'TicketRated': {
      const rating = Number(entry.details.rating);
      return [{ activity: 'rated', role: 'contact', userId: null, toUserId: userId, rating }];
    }
    case 'MessageReceived':
      return [
        writer?.fromMe
          ? { activity: 'messageOut', role: 'phone' }
          : { activity: 'messageIn', role: 'contact' },
      ];
    case 'MessageQueued':
      return [{ activity: 'messageOut', ...(writer?.automatic ? { role: 'bot', userId: null } : {}) }];
    default:
      return [];
  }
};

/** As the dashboard counts closings: see docs/metrics.md. */
const closing = ({ details, actorKind }: TicketEntry): Activity => {
  if (details.reason) return 'closedByTimeout';
  return actorKind === 'user' ? 'closedByPerson' : 'closedByBot';
};

const roles: Readonly<Record<TicketEntry['actorKind'], Role>> = {
  ...{ user: 'attendant', token: 'api', contact: 'contact', connection: 'contact', policy: 'bot' },
  system: 'system',
};
const doer = ({ actorKind, actorId }: TicketEntry): Pick<CaseEvent, 'role' | 'userId'> => ({
  role: roles[actorKind],
  userId: actorKind === 'user' ? actorId : null,
});
const by = (userId: string | null): Partial<CaseEvent> => (userId ? { role: 'attendant', userId } : {});
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
