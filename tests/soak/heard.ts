import { LRUCache } from 'lru-cache';
import type { Frame } from '#contracts/live.ts';
import type { TicketView } from '#contracts/views.ts';
import { type Direction, messageIn } from './talk.ts';

/** What a frame says that this load has to know. */
export type Heard = { readonly position: number } & (
  | { readonly kind: 'hello' | 'resync' | 'ping' | 'other' }
  | { readonly kind: 'ticket'; readonly ticket: TicketView }
  | { readonly kind: 'gone'; readonly ticketId: string }
  | { readonly kind: 'new'; readonly ticketId: string; readonly direction: Direction; readonly n: number }
);

/** Until here a frame names what it is about; its last field is its position. */
const [beginning, ending] = [160, 24];

/**
 * Reads frames. The same frame comes to many sockets, and this process shares its cores with what it measures: each
 * is parsed once, and known again by what it is about, its position and its length.
 */
export const createReader = () => {
  const known = new LRUCache<string, Heard>({ max: 2_000 });
  return (frame: Buffer): Heard => {
    const { length } = frame;
    const key = `${length}${frame.toString('latin1', 0, beginning)}${frame.toString('latin1', Math.max(0, length - ending))}`;
    const before = known.get(key);
    if (before) return before;
    const heard = understand(JSON.parse(frame.toString()) as Frame);
    known.set(key, heard);
    return heard;
  };
};
export type Reader = ReturnType<typeof createReader>;

type TicketData = { readonly action: string; readonly ticketId?: string; readonly ticket?: TicketView };
type MessageData = {
  readonly action: string;
  readonly message: { readonly ticketId: string; readonly body: string };
};

const understand = ({ event, data, position }: Frame): Heard => {
  if (event === 'hello' || event === 'resync' || event === 'ping') return { kind: event, position };
  if (event.endsWith('-ticket')) {
    const { ticket, ticketId } = data as TicketData;
    if (ticket) return { kind: 'ticket', ticket, position };
    if (ticketId) return { kind: 'gone', ticketId, position };
  }
  if (event.endsWith('-appMessage')) {
    const { action, message } = data as MessageData;
    const ours = action === 'create' ? messageIn(message.body) : undefined;
    if (ours) return { kind: 'new', ticketId: message.ticketId, ...ours, position };
  }
  return { kind: 'other', position };
};
