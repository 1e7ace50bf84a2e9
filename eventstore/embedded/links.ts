import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { encodeLink, type IdForm } from './encoding.ts';
import type { LoggedEvent } from './log-types.ts';
import type { Node } from './node.ts';
import { isShown, isThere } from './streams.ts';

/** Events of this type hold `<revision>@<stream>`. */
const linkType = '$>';

/** What a link may lead to: undefined for data that is no link. */
const readTarget = ({ data }: LoggedEvent) => {
  const [, revision, stream = ''] = /^(-?\d+)@(.*)$/s.exec(Buffer.from(data).toString('utf8')) ?? [];
  return revision === undefined ? undefined : { revision: Number(revision), stream };
};

/** The event that a reader of its stream would find; revision −1 is the newest. */
const find = ({ streams, storage }: Node, name: string, revision: number): LoggedEvent | undefined => {
  const stream = streams.find(name);
  if (!isThere(stream) || stream.tombstoned || revision < -1) return undefined;
  const from = revision === -1 ? stream.lastRevision : revision;
  const [event] = storage.pageOfStream(stream.id, { from, limit: 1, direction: 'forwards' });
  return event && isShown(stream, event) ? event : undefined;
};

const idForm = (options: ReadReq.Options): IdForm =>
  options.getUuidOption()?.hasStructured() ? 'two-numbers' : 'text';

export type Encode = (event: LoggedEvent) => Buffer;

/** How a reading wants its events: with which form of ids, and links with what they lead to or as they are. */
export const createEncode = (node: Node, options: ReadReq.Options): Encode => {
  const form = idForm(options);
  if (!options.getResolveLinks()) return event => node.encode(event, form);
  return event => {
    const target = event.type === linkType ? readTarget(event) : undefined;
    if (!target) return node.encode(event, form);
    return encodeLink(event, find(node, target.stream, target.revision), form);
  };
};
