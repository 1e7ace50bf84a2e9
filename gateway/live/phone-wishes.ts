import type { TicketView } from '#contracts/views.ts';
import { packed } from './presence-notice.ts';

/** A ticket that is looked at. `writtenTo`: its own contact, where another is shown, too. */
export type LookedAt = {
  readonly ticket: Pick<TicketView, 'id' | 'whatsappId' | 'status'>;
  readonly writtenTo: string;
};
type Wished = { readonly place: Place; readonly watchedAt: number; readonly typingAt: number | undefined };
type Place = { readonly connectionId: string; readonly chat: string };

/** A connector forgets after a minute whom it watches, and lets a contact see writing for ten seconds. */
const watchEveryMs = 20_000;
const typeEveryMs = 3_000;

/**
 * What connectors are asked to do because somebody has a conversation open: watch what its contact does, and let the
 * contact see that somebody writes, while the ticket is attended to. Said now and then again, never for each key.
 */
export const createPhoneWishes = () => {
  const wished = new Map<string, Wished>();
  const pieces = new Map<string, string[]>();
  const ask = (what: 'watch' | 'typing', { connectionId, chat }: Place, more = ''): void => {
    const before = `${what} ${connectionId} `;
    pieces.set(before, [...(pieces.get(before) ?? []), `${chat}${more}`]);
  };

  return {
    /** A conversation as it is looked at now. */
    look: (
      key: string,
      { ticket, writtenTo }: LookedAt,
      { typing, now }: { typing: boolean; now: number },
    ): void => {
      const place = { connectionId: ticket.whatsappId, chat: `${ticket.id}:${writtenTo}` };
      const was = wished.get(key);
      const writes = typing && ticket.status === 'open';
      const isWatchDue = ticket.status !== 'closed' && !(was && now - was.watchedAt < watchEveryMs);
      const isTypingDue = writes && !(was?.typingAt !== undefined && now - was.typingAt < typeEveryMs);
      if (isWatchDue) ask('watch', place);
      if (isTypingDue) ask('typing', place, ':1');
      if (!writes && was?.typingAt !== undefined) ask('typing', was.place, ':0');
      wished.set(key, {
        place,
        watchedAt: isWatchDue ? now : (was?.watchedAt ?? Number.NEGATIVE_INFINITY),
        typingAt: isTypingDue ? now : writes ? was?.typingAt : undefined,
      });
    },
    /** Nobody looks at it here any more. */
    leave: (key: string): void => {
      const was = wished.get(key);
      if (was?.typingAt !== undefined) ask('typing', was.place, ':0');
      wished.delete(key);
    },
    /** What the connectors are to be notified of, each a notification. */
    take: (): readonly string[] => {
      const texts = [...pieces].flatMap(([before, each]) => packed(each, { before }));
      pieces.clear();
      return texts;
    },
  };
};
