import type { WAMessageContent } from '@whiskeysockets/baileys';
import type { Part } from '#domain/message/parts.ts';
import { isObject } from './json-leaves.ts';
import { typeOf } from './leaves.ts';
import { wrapperNotes } from './occasions.ts';

export type Opened = {
  readonly message: WAMessageContent;
  /** What the wrapping says of what is in it. */
  readonly notes: readonly Part[];
  /** It may be seen once: only the phone opens it, if it is a file. */
  readonly once: boolean;
  readonly isWrapped: boolean;
  /** With it what changes the message later is opened. */
  readonly secret: Uint8Array | undefined;
};

const mostWrappers = 12;

const onceOnly: ReadonlySet<string> = new Set([
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
]);

/**
 * Opens a message as far as it is wrapped: whatever holds a message within a message of its own kind, and the copies
 * that the account's devices get of what another one wrote.
 */
export const opened = (given: WAMessageContent): Opened => {
  let message = given;
  let once = false;
  let isWrapped = false;
  let secret: Uint8Array | undefined;
  const notes: Part[] = [];
  for (let depth = 0; depth < mostWrappers; depth += 1) {
    secret ??= message.messageContextInfo?.messageSecret ?? undefined;
    const [wrapper] = Object.entries(message).filter(([, value]) => isObject(value) && wraps(value));
    if (!wrapper) break;
    const [kind, value] = wrapper;
    const inner = isObject(value) && isObject(value.message) ? value.message : undefined;
    once ||= onceOnly.has(kind);
    isWrapped ||= kind !== 'deviceSentMessage';
    notes.push(...(wrapperNotes[kind] ?? []));
    message = (inner ?? {}) as WAMessageContent;
  }
  return { message, notes, once, isWrapped, secret: secret?.length ? secret : undefined };
};

const wraps = (value: object): boolean => {
  const type = typeOf(value);
  return type === 'FutureProofMessage' || type === 'DeviceSentMessage';
};
