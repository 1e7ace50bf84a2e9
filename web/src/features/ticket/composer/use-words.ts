import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { unsigned } from '#domain/shared/signature.ts';
import { useUser } from '../../../api/session-store.ts';
import { useSayTyping } from '../../../live/use-presence.ts';
import { useComposing } from '../composing.ts';
import { keepDraft, readDraft, watchDraft } from '../drafts.ts';
import { insertAt } from './text-insert.ts';

/**
 * What stands in the input: the draft of the ticket, which is kept, or the words of the message that is edited. Others
 * are told that somebody writes.
 */
export const useWords = (ticketId: string) => {
  const user = useUser();
  const { target } = useComposing();
  const edited = target?.kind === 'edit' ? target.message : undefined;
  const [draft, showDraft] = useState(() => readDraft(user.id, ticketId));
  const [words, setWords] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number>(undefined);
  const teller = useSayTyping(ticketId);
  const text = edited ? words : draft;

  // Only who writes keeps it: two tabs that both did would take each other's letters away.
  const setDraft = (next: string): void => {
    showDraft(next);
    keepDraft(user.id, ticketId, next);
  };
  useEffect(() => watchDraft(user.id, ticketId, showDraft), [user.id, ticketId]);
  useEffect(() => setWords(edited ? unsigned(edited.body).words : ''), [edited]);
  useEffect(() => {
    if (target) requestAnimationFrame(() => field.current?.focus());
  }, [target]);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  const change = (next: string): void => {
    (edited ? setWords : setDraft)(next);
    if (edited) return;
    if (next.trim() === '') teller.stop();
    else teller.typing();
  };
  return {
    ...{ text, draft, edited, field, change, setDraft },
    /** Puts something where the cursor is, or was. */
    insert: (piece: string): void => {
      const { selectionStart: start = text.length, selectionEnd: end = text.length } = field.current ?? {};
      const next = insertAt({ text, start, end }, piece);
      caret.current = next.caret;
      change(next.text);
    },
    /** The draft has gone. */
    clear: (): void => {
      setDraft('');
      teller.stop();
    },
  };
};
