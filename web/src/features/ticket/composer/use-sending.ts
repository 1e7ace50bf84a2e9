import { useUser } from '../../../api/session-store.ts';
import type { LinkedFile } from '../../../live/outbox/outbox.ts';
import { useOutbox } from '../../../live/outbox/use-outbox.ts';
import { newCommandId } from '../../../shared/command-id.ts';
import type { Target } from '../composing.ts';
import { type Outgoing, outgoing, type PreparedFile } from './outgoing.ts';
import { useSignature } from './use-signature.ts';

/** Files of this computer, or one that the server has. */
type Attached = { readonly files?: readonly PreparedFile[]; readonly linked?: LinkedFile | undefined };

/** Sends words and files of this person to a ticket, as an answer to what is quoted. They show at once as queued. */
export const useSending = (ticketId: string) => {
  const outbox = useOutbox();
  const user = useUser();
  const { sign } = useSignature();
  return async (
    words: string,
    { files = [], linked }: Attached,
    target: Target | undefined,
  ): Promise<void> => {
    const wanted: Outgoing = {
      ...{ ticketId, companyId: user.companyId, at: new Date(), files, linked, newId: newCommandId },
      words: sign(words.trim()),
      quoted: target?.kind === 'reply' ? target.message : undefined,
    };
    const messages = outgoing(wanted);
    if (files.length > 0) {
      const { keepFile } = await import('../../../live/outbox/kept-files.ts');
      for (const { item, file } of messages) if (file) keepFile(item.commandId, file);
    }
    outbox.add(...messages.map(({ item }) => item));
  };
};
