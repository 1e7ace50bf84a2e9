import { LRUCache } from 'lru-cache';
import type { Frame, PingData } from '#contracts/live.ts';
import type { TicketView } from '#contracts/views.ts';
import { type Direction, messageIn } from './talk.ts';

/** What a frame says that this load has to know. */
export type Heard = { readonly position: number } & (
  | { readonly kind: 'hello' | 'resync' | 'other' }
  | { readonly kind: 'ping'; readonly spreadMs?: number | undefined }
  | { readonly kind: 'ticket'; readonly ticket: TicketView }
  | { readonly kind: 'gone'; readonly ticketId: string }
  | { readonly kind: 'new'; readonly ticketId: string; readonly direction: Direction; readonly n: number }
);

/** Lists of frames that are kept, and frames of a list, which have their length and the end of their position in common. */
const [mostLists, mostOfAList] = [2_000, 64];
const endsWith = 6;

/**
 * Reads frames. The same frame comes to many sockets, to some long after others, and this process shares its cores
 * with what it measures: each is parsed once, and known again by its bytes.
 */
export const createReader = () => {
  type Known = { readonly frame: Buffer; readonly heard: Heard };
  const known = new LRUCache<number, Known[]>({ max: mostLists });
  return (frame: Buffer): Heard => {
    const { length } = frame;
    const key = length * 2 ** 32 + (length > endsWith ? frame.readUInt32LE(length - endsWith) : 0);
    const list = known.peek(key);
    const same = list?.find(each => each.frame.equals(frame));
    if (same) return same.heard;
    const heard = understand(JSON.parse(frame.toString()) as Frame);
    known.set(key, [{ frame: Buffer.from(frame), heard }, ...(list ?? []).slice(0, mostOfAList - 1)]);
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
  if (event === 'hello' || event === 'resync') return { kind: event, position };
  if (event === 'ping') return { kind: event, position, ...(data as PingData) };
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
