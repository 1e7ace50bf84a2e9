import { useRef } from 'react';
import { useUser } from '../../../api/session-store.ts';
import type { LinkedFile } from '../../../live/outbox/outbox.ts';
import { useOutbox } from '../../../live/outbox/use-outbox.ts';
import { newCommandId } from '../../../shared/command-id.ts';
import type { Target } from '../composing.ts';
import { type Outgoing, outgoing, type Prepared, type PreparedFile } from './outgoing.ts';
import { useSignature } from './use-signature.ts';

/** Files of this computer, or one that the server has. */
type Attached = { readonly files?: readonly PreparedFile[]; readonly linked?: LinkedFile | undefined };

/**
 * Sends words and files of this person to a ticket, as an answer to what is quoted. They show as queued, words at once,
 * files when the browser has them over a reload; what is written meanwhile comes after them.
 */
export const useSending = (ticketId: string) => {
  const outbox = useOutbox();
  const user = useUser();
  const { sign } = useSignature();
  const before = useRef<Promise<unknown>>(undefined);
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
    const add = () => outbox.add(...messages.map(({ item }) => item));
    if (files.length === 0 && !before.current) return add();
    const earlier = before.current;
    const kept = Promise.all([keepFiles(messages), earlier?.catch(() => undefined)]).then(add);
    before.current = kept;
    await kept.finally(() => {
      if (before.current === kept) before.current = undefined;
    });
  };
};

const keepFiles = async (messages: readonly Prepared[]): Promise<void> => {
  const { keepFile } = await import('../../../live/outbox/kept-files.ts');
  await Promise.all(messages.map(({ item, file }) => file && keepFile(item.commandId, file)));
};
