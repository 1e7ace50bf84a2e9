import type { Recorded } from '#eventstore/types.ts';

/** Where a ticket stood from an event on; `over`: nobody waited and nobody had it. */
type Place = {
  readonly queue: string | null;
  readonly user: string | null;
  readonly menu: boolean;
  readonly over: boolean;
};
type Ordered = { readonly order: number; readonly at: string };
/** A closing that was taken back: for what came in between it had been one. */
export type TakenBack = Ordered & {
  readonly contact: string;
  readonly closer: string | null;
  readonly until: number;
};
export type OracleTicket = {
  readonly id: string;
  readonly contact: string;
  readonly isGroup: boolean;
  /** Its events as figures read them: without the closings that were taken back, and without the taking back. */
  readonly events: readonly (Ordered & { readonly event: Recorded; readonly place: Place })[];
  readonly takenBack: readonly TakenBack[];
  /** Whether it had a tag when an instant began. */
  readonly had: (tag: string, at: string) => boolean;
  /** Where it stood after an event of the log. */
  readonly placeAt: (order: number) => Place;
};

const momentOf = ({ metadata }: Recorded): string => new Date(metadata.at).toISOString();
export const closerOf = (event: Extract<Recorded, { type: 'TicketClosed' }>): string | null => {
  const { actor } = event.metadata;
  return event.data.userId ?? (actor.kind === 'user' ? actor.id : null);
};

/** Every ticket of these events, by what docs/metrics.md says of closings, places and tags. */
export const ticketsIn = (events: readonly Recorded[]): readonly OracleTicket[] =>
  events.flatMap(event => (event.type === 'TicketOpened' ? [ticketOf(event, events)] : []));

const ticketOf = (
  { data: { ticketId: id, contactId: contact, isGroup } }: Extract<Recorded, { type: 'TicketOpened' }>,
  events: readonly Recorded[],
): OracleTicket => {
  const all = [...events.entries()]
    .filter(([, event]) => 'ticketId' in event.data && event.data.ticketId === id)
    .map(([order, event]) => ({ order, at: momentOf(event), event }));
  const takenBack = takenBackIn(all, contact);
  const isUnread = ({ order, event }: All[number]) =>
    takenBack.some(
      back =>
        order === back.until ||
        (order >= back.order && order < back.until && (isClosing(event) || isWritten(event))),
    );
  let place: Place = { queue: null, user: null, menu: false, over: true };
  const read = all
    .filter(each => !isUnread(each))
    .map(each => {
      place = placeAfter(place, each.event);
      return { ...each, place };
    });
  return {
    ...{ id, contact, isGroup, events: read, takenBack },
    had: hadIn(all),
    placeAt: order => read.findLast(each => each.order <= order)?.place ?? { ...place, queue: null },
  };
};

type All = readonly (Ordered & { readonly event: Recorded })[];
const isClosing = ({ type }: Recorded): boolean => type === 'TicketClosed';
/** What is written in a closed ticket counts where it is moved to. */
const isWritten = ({ type }: Recorded): boolean => type === 'MessageReceived' || type === 'MessageQueued';

/** Each closing with what took it back; a closing of what is closed already is none. */
const takenBackIn = (all: All, contact: string): readonly TakenBack[] => {
  let last: (Ordered & { readonly closer: string | null }) | undefined;
  return all.flatMap(({ order, at, event }) => {
    if (event.type === 'TicketClosed') last ??= { order, at, closer: closerOf(event) };
    if (event.type !== 'TicketReopened') return [];
    const closing = last;
    last = undefined;
    return closing && event.data.undoesClosing ? [{ ...closing, contact, until: order }] : [];
  });
};

const placeAfter = (before: Place, event: Recorded): Place => {
  const there = { menu: false, over: false };
  switch (event.type) {
    case 'TicketOpened': {
      const { queueId: queue, userId: user, status } = event.data;
      return { ...there, queue, user, over: status === 'closed' };
    }
    case 'TicketAccepted':
    case 'TicketTransferred':
      return { ...there, queue: event.data.queueId, user: event.data.userId };
    case 'TicketReopened':
      return { ...there, queue: event.data.queueId, user: null };
    case 'TicketReturned':
      return { ...there, queue: before.queue, user: null };
    case 'TicketMenuStepped':
      return { ...there, queue: event.data.queueId, user: null, menu: true };
    case 'TicketMenuLeft':
      return { ...there, queue: event.data.queueId, user: null };
    case 'TicketClosed':
    case 'TicketDeleted':
      return { ...before, over: true };
    default:
      return before;
  }
};

/** Tags are given and taken in the order of the log, at the latest time that had been shown by then. */
const hadIn = (all: All): OracleTicket['had'] => {
  let latest = '';
  const changes = all.flatMap(({ at, event }) => {
    if (event.type !== 'TicketTagged') return [];
    latest = at > latest ? at : latest;
    return [{ at: latest, tags: event.data.tagIds }];
  });
  return (tag, at) => changes.findLast(change => change.at < at)?.tags.includes(tag) ?? false;
};
