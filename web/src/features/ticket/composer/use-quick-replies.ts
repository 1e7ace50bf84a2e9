import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { QuickMessageView } from '#contracts/quick-messages.ts';
import { quickMessagesQuery } from '../../../api/quick-messages.ts';
import { isTouched } from '../../../shared/is-send-key.ts';
import { asksForQuickReply, quickReplies } from './quick-replies.ts';

const none: readonly QuickMessageView[] = [];

/** What a text that starts with / may mean, and which of it the keyboard is at. */
export const useQuickReplies = (text: string, pick: (reply: QuickMessageView) => void) => {
  const [left, setLeft] = useState('');
  const [at, setAt] = useState(0);
  const asked = asksForQuickReply(text) && text !== left;
  const { data } = useQuery({ ...quickMessagesQuery, enabled: asked });
  const found = asked && data ? quickReplies(text, data) : none;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at the first again
  useEffect(() => setAt(0), [text]);

  const onKeyDown = (event: KeyboardEvent): boolean => {
    const reply = found[at];
    if (!reply) return false;
    if (event.key === 'ArrowDown') setAt((at + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt((at - 1 + found.length) % found.length);
    else if (event.key === 'Escape') setLeft(text);
    else if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey && !isTouched())) pick(reply);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { found, at, onKeyDown };
};
