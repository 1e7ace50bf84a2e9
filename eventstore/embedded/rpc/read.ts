import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import { type Cursor, cursorOfAll, cursorOfStream } from '../cursor.ts';
import { isEnd, readNumber, readStreamName } from '../decoding.ts';
import { encodeStreamNotFound } from '../encoding.ts';
import { readFilter } from '../filter.ts';
import { createEncode } from '../links.ts';
import { isPosition, placeFrom } from '../log-types.ts';
import type { Node } from '../node.ts';
import { createOutlet, type ReadCall } from '../outlet.ts';
import {
  asRefusal,
  brokenOff,
  noSuchPosition,
  refusal,
  shuttingDown,
  streamDeleted,
  takesNothing,
} from '../refusals.ts';
import type { Direction } from '../storage.ts';
import { isEnded, isThere } from '../streams.ts';
import { subscribe } from './subscribe.ts';

const directionOf = (options: ReadReq.Options): Direction =>
  options.getReadDirection() === 1 ? 'backwards' : 'forwards';

/** Undefined when there is no such stream. */
const openStream = (node: Node, options: ReadReq.Options, name: string): Cursor | undefined => {
  const stream = node.streams.find(name);
  if (isEnded(node.streams, name)) throw streamDeleted(name);
  if (!isThere(stream)) return undefined;
  const at = options.getStream();
  const direction = directionOf(options);
  if (at?.hasStart()) return cursorOfStream(node, name, 0, direction);
  if (at?.hasEnd()) {
    return cursorOfStream(
      node,
      name,
      direction === 'forwards' ? stream.lastRevision + 1 : stream.lastRevision,
      direction,
    );
  }
  return cursorOfStream(node, name, readNumber(at?.getRevision() ?? '0'), direction);
};

const openAll = (node: Node, options: ReadReq.Options): Cursor => {
  const at = options.getAll();
  const direction = directionOf(options);
  const forwards = direction === 'forwards';
  const last = node.log.last();
  if (at?.hasStart()) return cursorOfAll(node, forwards ? 1 : 0, direction);
  const commit = at?.getPosition()?.getCommitPosition() ?? '0';
  if (at?.hasEnd() || isEnd(commit)) return cursorOfAll(node, forwards ? last + 1 : last, direction);
  const position = readNumber(commit);
  if (!isPosition(position, last)) throw noSuchPosition();
  const place = placeFrom(position);
  return cursorOfAll(node, forwards ? Math.max(1, place) : place - 1, direction);
};

const pump = async (node: Node, call: ReadCall, options: ReadReq.Options, cursor: Cursor): Promise<void> => {
  const signal = node.stopping.signal;
  const outlet = createOutlet(call, signal);
  const filter = readFilter(options);
  const encode = createEncode(node, options);
  let left = readNumber(options.getCount());
  for (let page = cursor(); page.length > 0 && left > 0; page = cursor()) {
    for (const event of page) {
      if (left === 0) break;
      if (filter && !filter.matches(event)) continue;
      outlet.write(encode(event));
      left -= 1;
    }
    const last = page.at(-1);
    if (left === 0 || (last && options.hasStream() && isNewest(node, last.stream, last.revision))) return;
    await outlet.breathe();
    if (call.cancelled) return;
    if (signal.aborted) throw brokenOff();
  }
};

/** Spares the short reads another page. */
const isNewest = (node: Node, stream: string, revision: number): boolean =>
  node.streams.find(stream)?.lastRevision === revision;

const read = async (node: Node, call: ReadCall, options: ReadReq.Options): Promise<void> => {
  if (options.hasAll()) return pump(node, call, options, openAll(node, options));
  const name = readStreamName(options.getStream()?.getStreamIdentifier());
  const cursor = openStream(node, options, name);
  if (!cursor) {
    call.write(encodeStreamNotFound(name));
    return;
  }
  return pump(node, call, options, cursor);
};

/** A leader is who takes events. */
const asksLeader = (call: ReadCall): boolean => call.metadata.get('requires-leader')[0] === 'true';

/** Reading a stream or the whole log, once or as a subscription. */
export const handleRead =
  (node: Node) =>
  (call: ReadCall): void => {
    const run = async () => {
      const options = call.request.getOptions();
      if (!options) throw refusal(status.INVALID_ARGUMENT, 'a read needs options');
      if (node.stopping.signal.aborted) throw shuttingDown();
      if (asksLeader(call) && node.isFull()) throw takesNothing();
      if (options.hasSubscription()) await subscribe(node, call, options);
      else await read(node, call, options);
      if (!call.cancelled) call.end();
    };
    run().catch(error => {
      if (!call.cancelled) call.emit('error', asRefusal(error));
    });
  };
