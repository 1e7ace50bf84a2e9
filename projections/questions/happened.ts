import type { Happening } from '#domain/questions/definition.ts';
import type { Recorded } from '#eventstore/types.ts';
import { isCustomers, type Place, type Stray } from './place.ts';

/** Something that questions begin or end with, and whose it was then. */
export type Happened = {
  readonly what: Happening;
  readonly at: string;
  readonly queueId: string | null;
  readonly connectionId: string;
  readonly userId: string | null;
  readonly tagIds: readonly string[];
  /** The tags that came with it. */
  readonly added: readonly string[];
};

type Around = {
  readonly before: Place | undefined;
  readonly after: Place | undefined;
  readonly stray: Stray | undefined;
};

/** What happened by an event: nothing of interest, one thing, or several at once. */
export const happenedBy = (event: Recorded, around: Around): readonly Happened[] => {
  const { after } = around;
  if (!after?.counts) return [];
  const { queueId, connectionId, userId, tagIds } = after;
  const whose = { at: event.metadata.at, queueId, connectionId, userId, tagIds, added: [] };
  return doings(event, around).map(doing => ({ ...whose, ...doing }));
};

type Doing = Partial<Happened> & Pick<Happened, 'what'>;

const doings = (event: Recorded, { before, after, stray }: Around): readonly Doing[] => {
  const actor = event.metadata.actor.kind === 'user' ? event.metadata.actor.id : null;
  const entered: readonly Doing[] =
    after?.queueId && after.userId === null ? [{ what: 'enteredQueue', userId: null }] : [];
  switch (event.type) {
    case 'TicketOpened':
      return [{ what: 'opened' }, ...(event.data.userId ? [{ what: 'accepted' as const }] : entered)];
    case 'TicketAccepted':
      return [{ what: 'accepted' }];
    case 'TicketTransferred': {
      const left = { queueId: before?.queueId ?? null, userId: before?.userId ?? actor };
      return [{ what: 'transferred', ...left }, ...entered];
    }
    case 'TicketReturned':
      return [{ what: 'returned', userId: before?.userId ?? null }, ...entered];
    case 'TicketMenuLeft':
      return entered;
    case 'TicketReopened':
      return [{ what: 'reopened', userId: actor }, ...entered];
    case 'TicketClosed':
      return [{ what: 'closed', userId: event.data.userId ?? actor ?? before?.userId ?? null }];
    case 'TicketRated':
      return [{ what: 'rated', userId: event.data.userId }];
    case 'TicketTagged': {
      const added = event.data.tagIds.filter(id => !before?.tagIds.includes(id));
      return added.length > 0 ? [{ what: 'tagged', userId: actor, added }] : [];
    }
    case 'MessageReceived':
      return isCustomers(event) && !after?.closed ? [{ what: 'customerWrote' }] : [];
    case 'MessageMoved':
      return stray ? [{ what: 'customerWrote', at: stray.stray }] : [];
    case 'MessageQueued': {
      const { userId, automatic } = event.data;
      return userId && !automatic ? [{ what: 'personAnswered', userId }] : [];
    }
    default:
      return [];
  }
};
