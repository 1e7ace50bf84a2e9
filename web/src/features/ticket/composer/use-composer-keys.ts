import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messagesKey } from '../../../api/messages.ts';
import type { Conversation } from '../../../live/conversations.ts';
import { isTyping } from '../../../shared/is-typing.ts';
import { useComposing } from '../composing.ts';
import { rightsOn } from '../message-rights.ts';

/** e goes to the input; R (with Shift) answers the last message. */
export const useComposerKeys = (ticketId: string, focus: () => void): void => {
  const client = useQueryClient();
  const { begin } = useComposing();
  const replyToLast = (): void => {
    const known = client.getQueryData<Conversation>(messagesKey(ticketId));
    const last = known?.messages.findLast(({ fromMe }) => !fromMe);
    if (last && rightsOn(last, Date.now()).reply) begin({ kind: 'reply', message: last });
  };
  const latest = useRef({ focus, replyToLast });
  useEffect(() => {
    latest.current = { focus, replyToLast };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key !== 'e' && event.key !== 'R') return;
      event.preventDefault();
      if (event.key === 'e') latest.current.focus();
      else latest.current.replyToLast();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
