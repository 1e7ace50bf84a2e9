import { cursorOfAll } from '../cursor.ts';
import { encodeCaughtUp, encodeCheckpoint } from '../encoding.ts';
import type { Filter } from '../filter.ts';
import type { Encode } from '../links.ts';
import {
  isBehind,
  type LoggedEvent,
  type LogPosition,
  type Place,
  placeFrom,
  positionInFrontOf,
  positionOf,
} from '../log-types.ts';
import type { Node } from '../node.ts';
import type { Outlet } from '../outlet.ts';

/*
 * A filtered subscription to the whole log, with its checkpoints where KurrentDB 25.0.0 has them. It catches up in
 * windows. A checkpoint in between stands on the last event that was given, or else where its window begins: in front
 * of an event, also of one that is still to be written. A live one stands on an event, wanted or not.
 */

/** One window gives so many wanted events at most. */
const mostWanted = 32;
/** A live reader for whom more wanted events wait reads windows again. */
const mostWaiting = 32;
/** Events between two chances for other calls. */
const breathEvery = 128;

const beginning: LogPosition = { commit: 0, prepare: 0 };

export type FilteredSubscription = {
  readonly node: Node;
  readonly outlet: Outlet;
  readonly filter: Filter;
  readonly encode: Encode;
  /** Undefined is from the beginning of the log. */
  readonly from: LogPosition | undefined;
  readonly signal: AbortSignal;
};

/** The log's events one after another, undefined where it ends for now. */
type Next = () => LoggedEvent | undefined;

const eventsFrom = (node: Node, place: Place): Next => {
  const cursor = cursorOfAll(node, Math.max(1, place), 'forwards');
  let page: readonly LoggedEvent[] = [];
  let at = 0;
  return () => {
    if (at === page.length) [page, at] = [cursor(), 0];
    const event = page[at];
    if (event) at += 1;
    return event;
  };
};

/** Sends events and checkpoints until the signal aborts. */
export const followFiltered = async (subscription: FilteredSubscription): Promise<void> => {
  const { node, outlet, filter, encode, from, signal } = subscription;
  const lastAtFirst = node.log.last();
  /** The event or checkpoint that was sent last. */
  let reached = from;
  let checkpoint: LogPosition | undefined;

  const give = (event: LoggedEvent): void => {
    const position = positionOf(event.place);
    if (!isBehind(position, reached)) return;
    outlet.write(encode(event));
    reached = position;
  };
  const sayHowFar = (): void => {
    if (!reached || !isBehind(reached, checkpoint)) return;
    outlet.write(encodeCheckpoint(reached));
    checkpoint = reached;
  };

  const readWindow = (next: Next) => {
    let [considered, wanted] = [0, 0];
    let last: LoggedEvent | undefined;
    while (considered < filter.window && wanted < mostWanted) {
      const event = next();
      if (!event) return { considered, last, isFull: false };
      last = event;
      considered += 1;
      if (!filter.matches(event)) continue;
      wanted += 1;
      give(event);
    }
    return { considered, last, isFull: true };
  };

  /** Up to the log's end; answers what comes behind it. */
  const catchUp = async (): Promise<Next> => {
    let begin = reached ?? beginning;
    const next = eventsFrom(node, placeFrom(begin.commit));
    let [sinceCheckpoint, sinceBreath] = [0, 0];
    while (!signal.aborted) {
      const { considered, last, isFull } = readWindow(next);
      sinceCheckpoint += considered;
      sinceBreath += considered;
      if (!isFull || sinceCheckpoint >= filter.checkpointEvery) {
        sinceCheckpoint %= filter.checkpointEvery;
        if (isBehind(begin, reached)) reached = begin;
        sayHowFar();
      }
      if (!isFull) break;
      if (last) begin = positionInFrontOf(last.place + 1);
      if (sinceBreath < breathEvery) continue;
      sinceBreath = 0;
      await outlet.breathe();
    }
    return next;
  };

  /** Until the reader is too far behind. */
  const goOnLive = async (next: Next): Promise<void> => {
    outlet.write(encodeCaughtUp());
    while (!signal.aborted) {
      const page = pageOf(next);
      if (page.length === 0) {
        await node.log.newerThan(node.log.last(), signal);
        continue;
      }
      const wanted = new Set(page.filter(filter.matches));
      if (wanted.size > mostWaiting) return sayHowFar();
      for (const event of page) {
        if (wanted.has(event)) give(event);
        const position = positionOf(event.place);
        if ((event.place - lastAtFirst) % filter.checkpointEvery !== 0) continue;
        if (isBehind(position, reached)) reached = position;
        if (reached?.commit === position.commit) sayHowFar();
      }
      await outlet.breathe();
    }
  };

  const isAtEnd = lastAtFirst === 0 || !isBehind(positionOf(lastAtFirst), reached);
  let next = isAtEnd ? eventsFrom(node, lastAtFirst + 1) : await catchUp();
  while (!signal.aborted) {
    await goOnLive(next);
    next = await catchUp();
  }
};

const pageOf = (next: Next): readonly LoggedEvent[] => {
  const page: LoggedEvent[] = [];
  while (page.length < breathEvery) {
    const event = next();
    if (!event) break;
    page.push(event);
  }
  return page;
};
