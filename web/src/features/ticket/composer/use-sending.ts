import { useUser } from '../../../api/session-store.ts';
import { useOutbox } from '../../../live/outbox/use-outbox.ts';
import { newCommandId } from '../../../shared/command-id.ts';
import type { Target } from '../composing.ts';
import { type Outgoing, outgoing, type PreparedFile } from './outgoing.ts';
import { useSignature } from './use-signature.ts';

/** Sends words and files of this person to a ticket, as an answer to what is quoted. They show at once as queued. */
export const useSending = (ticketId: string) => {
  const outbox = useOutbox();
  const user = useUser();
  const { sign } = useSignature();
  return async (words: string, files: readonly PreparedFile[], target: Target | undefined): Promise<void> => {
    const wanted: Outgoing = {
      ...{ ticketId, companyId: user.companyId, at: new Date(), files, newId: newCommandId },
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
