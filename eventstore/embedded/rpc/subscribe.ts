import { randomUUID } from 'node:crypto';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { type Cursor, cursorOfAll, cursorOfStream } from '../cursor.ts';
import { isEnd, readNumber, readStreamName } from '../decoding.ts';
import {
  checkpointBeforeEverything,
  encodeCaughtUp,
  encodeCheckpoint,
  encodeConfirmation,
} from '../encoding.ts';
import { type Filter, readFilter } from '../filter.ts';
import { createEncode, type Encode } from '../links.ts';
import { exposed, isPosition, type LoggedEvent, placeUpTo, tombstoneRevision } from '../log-types.ts';
import type { Node } from '../node.ts';
import { createOutlet, type Outlet, type ReadCall } from '../outlet.ts';
import { brokenOff, noSuchPosition, streamDeleted } from '../refusals.ts';
import { isEnded } from '../streams.ts';

/** A live reader who lets so many events pass is told that he reads history again. */
const farBehind = 8192;
/** ReadResp with an empty `fell_behind`, field 9. */
const fellBehind = Buffer.of((9 << 3) | 2, 0);

const openAll = (node: Node, options: ReadReq.Options): Cursor => {
  const at = options.getAll();
  const commit = at?.hasPosition() ? at.getPosition()?.getCommitPosition() : undefined;
  const last = node.log.last();
  if (at?.hasEnd() || isEnd(commit)) return cursorOfAll(node, last + 1, 'forwards');
  const position = readNumber(commit ?? '0');
  if (!isPosition(position, last)) throw noSuchPosition();
  return cursorOfAll(node, placeUpTo(position) + 1, 'forwards');
};

const openStream = (node: Node, options: ReadReq.Options, name: string): Cursor => {
  const at = options.getStream();
  if (at?.hasEnd())
    return cursorOfStream(node, name, (node.streams.find(name)?.lastRevision ?? -1) + 1, 'forwards');
  if (at?.hasStart()) return cursorOfStream(node, name, 0, 'forwards');
  return cursorOfStream(node, name, readNumber(at?.getRevision() ?? '0') + 1, 'forwards');
};

/** The event that has ended a stream; whoever follows that live is given it. */
const tombstoneOf = (node: Node, name: string): readonly LoggedEvent[] => {
  const stream = node.streams.find(name);
  if (!stream?.tombstoned) return [];
  return node.storage.pageOfStream(stream.id, { from: tombstoneRevision, limit: 1, direction: 'forwards' });
};

/** Sends what a filter lets through, and after every so many considered events how far it has come. */
const createSender = (outlet: Outlet, { encode, filter }: { encode: Encode; filter: Filter | undefined }) => {
  let considered = 0;
  let hasSaidAnything = false;
  const say = (message: Buffer) => {
    hasSaidAnything = true;
    outlet.write(message);
  };
  return {
    send: (page: readonly LoggedEvent[]): void => {
      for (const event of page) {
        if (!filter || filter.matches(event)) say(encode(event));
        if (!filter) continue;
        considered += 1;
        if (considered < filter.checkpointEvery) continue;
        considered = 0;
        say(encodeCheckpoint(exposed(event.place)));
      }
    },
    hasSaidAnything: () => hasSaidAnything,
  };
};

/**
 * Confirms, sends the past, says that it has caught up, goes on with what comes, and says when the reader has
 * fallen behind that. Ends by cancellation or refusal.
 */
export const subscribe = async (node: Node, call: ReadCall, options: ReadReq.Options): Promise<void> => {
  const cancelled = new AbortController();
  call.once('cancelled', () => cancelled.abort());
  const signal = AbortSignal.any([node.stopping.signal, cancelled.signal]);
  const outlet = createOutlet(call, node.stopping.signal);
  const name = options.hasAll() ? undefined : readStreamName(options.getStream()?.getStreamIdentifier());
  const filter = name === undefined ? readFilter(options) : undefined;
  const { send, hasSaidAnything } = createSender(outlet, { encode: createEncode(node, options), filter });
  const isFromStart = options.getAll()?.hasStart() === true;
  if (name !== undefined && isEnded(node.streams, name)) throw streamDeleted(name);
  const cursor = name === undefined ? openAll(node, options) : openStream(node, options, name);
  let caughtUp = false;

  outlet.write(encodeConfirmation(randomUUID()));
  let seen = node.log.last();
  let page = cursor();
  const turnPage = () => {
    seen = node.log.last();
    page = cursor();
  };
  while (!signal.aborted) {
    const [next] = page;
    if (next) {
      if (caughtUp && node.log.last() - next.place > farBehind) {
        outlet.write(fellBehind);
        caughtUp = false;
      }
      send(page);
      // Fetched while the reader takes the last one, so that the line never runs dry.
      turnPage();
      await outlet.breathe();
      continue;
    }
    if (name !== undefined && isEnded(node.streams, name)) {
      if (caughtUp) send(tombstoneOf(node, name));
      throw streamDeleted(name);
    }
    if (!caughtUp && filter && isFromStart && !hasSaidAnything()) outlet.write(checkpointBeforeEverything);
    if (!caughtUp) outlet.write(encodeCaughtUp());
    caughtUp = true;
    await node.log.newerThan(seen, signal);
    turnPage();
  }
  if (!cancelled.signal.aborted) throw brokenOff();
};
