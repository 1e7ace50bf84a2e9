import { LRUCache } from 'lru-cache';
import type { RawData } from 'ws';
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

/**
 * Reads frames. The same frame comes to many sockets, and this process shares its cores with what it measures: each
 * is parsed once.
 */
export const createReader = () => {
  const known = new LRUCache<string, Heard>({ max: 500 });
  return (data: RawData): Heard => {
    const bytes = Buffer.isBuffer(data) ? data : Buffer.from(String(data));
    const key = bytes.toString('latin1');
    const before = known.get(key);
    if (before) return before;
    const heard = understand(JSON.parse(bytes.toString()) as Frame);
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
