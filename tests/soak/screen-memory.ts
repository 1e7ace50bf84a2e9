import type { TicketView } from '#contracts/views.ts';
import type { Heard } from './heard.ts';
import type { Direction } from './talk.ts';

/** A message as the log has it. */
export type Placed = {
  readonly direction: Direction;
  readonly n: number;
  readonly ticketId: string;
  readonly position: number;
};
type Gap = { readonly from: number; readonly to: number };

/**
 * What a screen knows by its socket, over all interruptions. It counts on positions as the browser does: frames of one
 * position come together and a connection may break among them, so one is sure once a later one follows.
 */
export const createScreenMemory = (conversation: string | undefined) => {
  const tickets = new Map<string, TicketView>();
  const told = { in: createTally(), out: createTally() };
  const gaps: Gap[] = [];
  let [sure, newest, start] = [undefined as number | undefined, 0, 0];
  let [interruptions, resyncs, backwards, loadedUpTo] = [0, 0, 0, 0];
  let gapFrom: number | undefined;

  const note = ({ kind, position }: Heard) => {
    if (sure === undefined && kind === 'hello') [sure, start] = [position, position];
    else if (position > newest && kind !== 'hello') sure = newest;
    if (position > 0 && position < newest) backwards += 1;
    newest = Math.max(newest, position);
  };
  const hear = (heard: Heard): void => {
    if (heard.kind === 'ticket') {
      const known = tickets.get(heard.ticket.id);
      if (!known || known.position <= heard.ticket.position) tickets.set(heard.ticket.id, heard.ticket);
    } else if (heard.kind === 'gone') tickets.delete(heard.ticketId);
    else if (heard.kind === 'resync') {
      resyncs += 1;
      loadedUpTo = Math.max(loadedUpTo, heard.position);
    } else if (heard.kind === 'new') {
      told[heard.direction].add(heard.n);
      if (gapFrom !== undefined && heard.ticketId !== conversation) {
        gaps.push({ from: gapFrom, to: heard.position });
        gapFrom = undefined;
      }
    }
    note(heard);
  };
  const isSteady = () => interruptions === 0 && resyncs === 0;

  /** Whether a message was told as often as it has to be: to a socket that was never away once, exactly. */
  const wasTold = ({ direction, n, ticketId, position }: Placed): boolean => {
    const times = told[direction].times(n);
    if (isSteady()) return times === 1;
    if (times > 0 || position <= loadedUpTo) return true;
    if (ticketId === conversation) return false;
    return (
      gaps.some(({ from, to }) => position > from && position <= to) ||
      (gapFrom !== undefined && position > gapFrom)
    );
  };
  return {
    hear,
    lost: () => {
      interruptions += 1;
      gapFrom ??= sure ?? 0;
    },
    sure: () => sure,
    isSteady,
    wasTold,
    /** All that this socket was not told, or told otherwise than the server has it, in words. */
    faults: (messages: readonly Placed[], truth: readonly TicketView[]): readonly string[] => [
      ...messages
        .filter(message => !wasTold(message))
        .map(({ direction, n }) => `${direction} ${n} was told ${told[direction].times(n)} times`),
      ...truth
        .filter(ticket => ticket.position > Math.max(start, loadedUpTo))
        .filter(ticket => shown(ticket) !== shown(tickets.get(ticket.id)))
        .map(ticket => `ticket ${ticket.number} is known as ${shown(tickets.get(ticket.id))}`),
      ...(isSteady() && backwards > 0 ? [`${backwards} frames went back behind others`] : []),
    ],
    counts: () => ({ interruptions, resyncs }),
  };
};

/** Thousands of screens are shown the same ticket. */
const words = new WeakMap<TicketView, string>();

const shown = (ticket: TicketView | undefined): string => {
  if (!ticket) return 'nothing';
  const before = words.get(ticket);
  if (before) return before;
  const { position, revision, status, userId, queueId, unreadMessages, lastMessage } = ticket;
  const text = JSON.stringify([position, revision, status, userId, queueId, unreadMessages, lastMessage]);
  words.set(ticket, text);
  return text;
};

/** How often each number came, in a byte each. */
const createTally = () => {
  let counts = new Uint8Array(0);
  return {
    add: (n: number) => {
      while (n >= counts.length) {
        const more = new Uint8Array(Math.max(1_024, counts.length * 2));
        more.set(counts);
        counts = more;
      }
      counts[n] = Math.min(255, (counts[n] ?? 0) + 1);
    },
    times: (n: number): number => counts[n] ?? 0,
  };
};
