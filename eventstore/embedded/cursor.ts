import { type LoggedEvent, type Place, tombstoneRevision } from './log-types.ts';
import type { Node } from './node.ts';
import type { Direction } from './storage.ts';
import { firstShown, isShown } from './streams.ts';

/** Sent in one go: small, so that nobody waits long behind it. */
const pageEvents = 128;

/** Gives the next events of a reading, an empty page at its end. */
export type Cursor = () => readonly LoggedEvent[];

/** Through the whole log, `from` included, up to what is there when it is asked. */
export const cursorOfAll = (node: Node, from: Place, direction: Direction): Cursor => {
  let next = from;
  return () => {
    const page =
      direction === 'forwards'
        ? node.log.after(next - 1, pageEvents)
        : node.storage.pageOfAll({ from: next, limit: pageEvents, direction });
    const last = page.at(-1);
    if (last) next = direction === 'forwards' ? last.place + 1 : last.place - 1;
    return page;
  };
};

/** Through one stream, `from` included, without what its limits hide. */
export const cursorOfStream = (node: Node, name: string, from: number, direction: Direction): Cursor => {
  let next = from;
  return () => {
    const stream = node.streams.find(name);
    if (!stream || stream.softDeleted) return [];
    const first = firstShown(stream);
    for (;;) {
      if (direction === 'forwards') next = Math.max(next, first);
      if (next > stream.lastRevision && direction === 'forwards') return [];
      const page = node.storage.pageOfStream(stream.id, { from: next, limit: pageEvents, direction });
      const last = page.at(-1);
      if (!last || last.revision === tombstoneRevision) return [];
      next = direction === 'forwards' ? last.revision + 1 : last.revision - 1;
      const shown = page.filter(event => isShown(stream, event));
      if (shown.length > 0) return shown;
      if (direction === 'backwards' && next < first) return [];
    }
  };
};
