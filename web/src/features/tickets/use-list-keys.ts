import { useEffect, useRef } from 'react';
import type { TicketView } from '#contracts/views.ts';
import { isTyping } from '../../shared/is-typing.ts';

type Options = {
  readonly tickets: readonly TicketView[];
  readonly currentId: string | undefined;
  readonly focus: (index: number) => void;
  readonly open: (ticket: TicketView) => void;
  readonly accept: (ticket: TicketView) => void;
};

/** j and k go through the list, Enter opens (or peeks at a waiting one), a accepts. */
export const useListKeys = (options: Options): void => {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const { tickets, currentId, focus, open, accept } = latest.current;
      const focused = focusedIndex();
      const known = focused ?? tickets.findIndex(ticket => ticket.id === currentId);
      const ticket = focused === undefined ? undefined : tickets[focused];
      if (event.key === 'j' || event.key === 'k') {
        const wanted = event.key === 'j' ? known + 1 : known - 1;
        if (tickets.length > 0) focus(Math.max(0, Math.min(tickets.length - 1, wanted)));
      } else if (event.key === 'Enter' && ticket && document.activeElement?.hasAttribute('data-index')) {
        open(ticket);
      } else if (event.key === 'a' && ticket?.status === 'pending') {
        accept(ticket);
      } else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};

const focusedIndex = (): number | undefined => {
  const index = document.activeElement?.closest('[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? undefined : Number(index);
};
