import { wordsPart } from '#domain/message/parts.ts';
import type { Edit, Said } from './content.ts';
import type { UnreadEdit } from './open-sealed-change.ts';

/** An edit of a message that is not here is a message of its own: what a contact writes is never lost. */
export const editAlone = (content: Edit | UnreadEdit): Said => {
  const said = { kind: 'message' as const, quoted: null };
  const earlier = { kind: 'note' as const, of: 'earlierEdit' as const };
  if (content.kind === 'unread-edit')
    return {
      ...{ ...said, body: '', mediaType: 'unsupported' },
      parts: [earlier, { kind: 'more', of: [{ what: 'secretEncryptedMessage', count: 1 }] }],
    };
  const { body, parts, mentioned } = content;
  return {
    ...{ ...said, body, mediaType: 'text', parts: [earlier, ...(parts ?? [wordsPart])] },
    ...(mentioned ? { mentioned } : {}),
  };
};
