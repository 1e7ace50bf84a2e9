import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messagesKey } from '../../../api/messages.ts';
import type { Conversation } from '../../../live/conversations.ts';
import { isTyping } from '../../../shared/is-typing.ts';
import { isWriting } from '../../../shared/keys.ts';
import { rowIndex } from '../../../shared/list-focus.ts';
import { useComposing } from '../composing.ts';
import { rightsOn } from '../message-rights.ts';

/**
 * Whatever writes is written into the input, wherever the focus is but in a field, a dialog or a row of the list. From
 * a row e goes to the input and R (with Shift) answers the last message. Esc leaves what is answered or edited.
 */
export const useComposerKeys = (ticketId: string, focus: () => void): void => {
  const client = useQueryClient();
  const { target, begin, end } = useComposing();
  const replyToLast = (): void => {
    const known = client.getQueryData<Conversation>(messagesKey(ticketId));
    const last = known?.messages.findLast(({ fromMe }) => !fromMe);
    if (last && rightsOn(last, Date.now()).reply) begin({ kind: 'reply', message: last });
  };
  const leave = target && end;
  const latest = useRef({ focus, replyToLast, leave });
  useEffect(() => {
    latest.current = { focus, replyToLast, leave };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event.target)) return;
      const { focus, replyToLast, leave } = latest.current;
      const isRow = rowIndex(event.target) !== undefined;
      if (!isRow && isWriting(event)) {
        // The key writes where the focus is after this; nobody else takes it for a shortcut.
        event.stopImmediatePropagation();
        focus();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const actions = { Escape: leave, ...(isRow ? { e: focus, R: replyToLast } : {}) };
      const action = new Map(Object.entries(actions)).get(event.key);
      if (!action) return;
      event.preventDefault();
      action();
    };
    // Before the page's own keys: Esc leaves the conversation only when there is nothing else to leave.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
};
