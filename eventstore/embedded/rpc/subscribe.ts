import { randomUUID } from 'node:crypto';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { type Cursor, cursorOfAll, cursorOfStream } from '../cursor.ts';
import { isEnd, readNumber, readStreamName } from '../decoding.ts';
import { encodeCaughtUp, encodeConfirmation } from '../encoding.ts';
import { readFilter } from '../filter.ts';
import { createEncode, type Encode } from '../links.ts';
import {
  isPosition,
  type LoggedEvent,
  type LogPosition,
  placeFrom,
  placeUpTo,
  positionOf,
  tombstoneRevision,
} from '../log-types.ts';
import type { Node } from '../node.ts';
import { createOutlet, type Outlet, type ReadCall } from '../outlet.ts';
import { brokenOff, noSuchPosition, streamDeleted } from '../refusals.ts';
import { isEnded } from '../streams.ts';
import { followFiltered } from './subscribe-filtered.ts';

/** A live reader who lets so many events pass is told once more when he has caught up. */
const farBehind = 8192;

/** After which position; undefined is from the beginning. */
const readFrom = (node: Node, options: ReadReq.Options): LogPosition | undefined => {
  const at = options.getAll();
  const position = at?.hasPosition() ? at.getPosition() : undefined;
  const last = node.log.last();
  if (at?.hasEnd() || isEnd(position?.getCommitPosition())) return positionOf(last);
  if (!position) return undefined;
  const commit = readNumber(position.getCommitPosition());
  if (!isPosition(commit, last)) throw noSuchPosition();
  return { commit, prepare: readNumber(position.getPreparePosition()) };
};

const openAll = (node: Node, from: LogPosition | undefined): Cursor => {
  const { commit, prepare } = from ?? { commit: 0, prepare: 0 };
  const place = prepare < commit ? placeFrom(commit) : placeUpTo(commit) + 1;
  return cursorOfAll(node, Math.max(1, place), 'forwards');
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

/**
 * Confirms, sends the past, says that it has caught up, and goes on with what comes. Says so again where the reader had
 * fallen behind. Ends by cancellation or refusal.
 */
export const subscribe = async (node: Node, call: ReadCall, options: ReadReq.Options): Promise<void> => {
  const cancelled = new AbortController();
  call.once('cancelled', () => cancelled.abort());
  const signal = AbortSignal.any([node.stopping.signal, cancelled.signal]);
  const outlet = createOutlet(call, node.stopping.signal);
  const name = options.hasAll() ? undefined : readStreamName(options.getStream()?.getStreamIdentifier());
  const filter = name === undefined ? readFilter(options) : undefined;
  const encode = createEncode(node, options);
  const following = { node, outlet, encode, signal };
  if (name !== undefined) {
    if (isEnded(node.streams, name)) throw streamDeleted(name);
    const cursor = openStream(node, options, name);
    outlet.write(encodeConfirmation(randomUUID()));
    await follow({ ...following, cursor, name });
  } else {
    const from = readFrom(node, options);
    outlet.write(encodeConfirmation(randomUUID()));
    if (filter) await followFiltered({ ...following, filter, from });
    else await follow({ ...following, cursor: openAll(node, from) });
  }
  if (!cancelled.signal.aborted) throw brokenOff();
};

type Following = {
  readonly node: Node;
  readonly outlet: Outlet;
  readonly encode: Encode;
  readonly cursor: Cursor;
  /** Of the one stream that is followed. */
  readonly name?: string;
  readonly signal: AbortSignal;
};

/** Sends everything that a cursor gives until the signal aborts. Throws a refusal when its stream is ended. */
const follow = async ({ node, outlet, encode, cursor, name, signal }: Following): Promise<void> => {
  const send = (page: readonly LoggedEvent[]) => {
    for (const event of page) outlet.write(encode(event));
  };
  let caughtUp = false;
  let seen = node.log.last();
  let page = cursor();
  const turnPage = () => {
    seen = node.log.last();
    page = cursor();
  };
  while (!signal.aborted) {
    const [next] = page;
    if (next) {
      if (node.log.last() - next.place > farBehind) caughtUp = false;
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
    if (!caughtUp) outlet.write(encodeCaughtUp());
    caughtUp = true;
    await node.log.newerThan(seen, signal);
    turnPage();
  }
};
