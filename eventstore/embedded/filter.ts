import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import type { LoggedEvent } from './log-types.ts';
import { refusal } from './refusals.ts';

export type Filter = {
  readonly matches: (event: LoggedEvent) => boolean;
  /** Events that are looked at in one read, at most. */
  readonly window: number;
  /** Considered events between two checkpoints. */
  readonly checkpointEvery: number;
};

const defaultWindow = 32;

/** Servers of the vendor read .NET expressions: inline options lead there, and more may be escaped. */
const pattern = (regex: string): RegExp => {
  const [leading, options = ''] = /^\(\?([ims]+)\)/.exec(regex) ?? [''];
  const source = regex.slice(leading.length);
  try {
    return new RegExp(source, `u${options}`);
  } catch {
    return lenient(source, options);
  }
};

const lenient = (source: string, options: string): RegExp => {
  try {
    return new RegExp(source, options);
  } catch (cause) {
    throw refusal(status.INVALID_ARGUMENT, `the filter is not a regular expression: ${String(cause)}`);
  }
};

/** Undefined when everything is wanted. Throws a refusal. */
export const readFilter = (options: ReadReq.Options): Filter | undefined => {
  const filter = options.getFilter();
  if (!filter) return undefined;
  const onStream = filter.getStreamIdentifier();
  const expression = onStream ?? filter.getEventType();
  if (!expression) throw refusal(status.INVALID_ARGUMENT, 'the filter names neither streams nor types');
  const subject = (event: LoggedEvent): string => (onStream ? event.stream : event.type);
  const window = Math.max(1, filter.hasMax() ? filter.getMax() : defaultWindow);
  const checkpointEvery = window * Math.max(1, filter.getCheckpointintervalmultiplier());
  const paces = { window, checkpointEvery };
  const prefixes = expression.getPrefixList();
  if (prefixes.length > 0) {
    return { matches: event => prefixes.some(prefix => subject(event).startsWith(prefix)), ...paces };
  }
  const regex = pattern(expression.getRegex());
  return { matches: event => regex.test(subject(event)), ...paces };
};
