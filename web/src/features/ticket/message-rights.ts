import type { MessageView } from '#contracts/views.ts';
import { deletableForMs, editableForMs } from '#domain/message/lifecycle.ts';

export type MessageRights = {
  readonly reply: boolean;
  readonly react: boolean;
  readonly edit: boolean;
  readonly remove: boolean;
  readonly retry: boolean;
};

const none: MessageRights = { reply: false, react: false, edit: false, remove: false, retry: false };

/** What can be done to a message at a time (ms since 1970) by who may answer its ticket. The server has the last word. */
export const rightsOn = (message: MessageView, now: number): MessageRights => {
  const { isDeleted, erased, fromMe, state, mediaType, changes, createdAt, parts } = message;
  if (isDeleted || erased) return none;
  const age = now - Date.parse(createdAt);
  const leaving = changes.some(({ kind, reason }) => kind === 'deletion' && reason === null);
  const out = state !== 'failed' && !leaving;
  const real = mediaType !== 'call_log';
  const hasWords = !parts || parts.some(({ kind }) => kind === 'words');
  return {
    reply: out && real,
    react: out && real,
    edit: out && fromMe && hasWords && mediaType === 'text' && age <= editableForMs,
    remove: fromMe && !leaving && age <= deletableForMs,
    retry: state === 'failed' && !leaving,
  };
};

/** The company's reaction, as it is wanted: '' when there is none. */
export const ownReaction = ({ reactions, changes }: MessageView): string => {
  const wanted = changes.findLast(({ kind, reason }) => kind === 'reaction' && reason === null);
  return wanted?.emoji ?? reactions.find(({ fromMe }) => fromMe)?.emoji ?? '';
};
