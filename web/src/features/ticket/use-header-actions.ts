import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#contracts/views.ts';
import { may } from '#domain/access/may.ts';
import { can } from '#domain/ticket/lifecycle.ts';
import { useUser } from '../../api/session-store.ts';
import { offerActions } from '../../shared/page-actions.ts';
import type { TicketIntent } from './ticket-machine.ts';

type Ways = { readonly want: (intent: TicketIntent) => void; readonly openDrawer: () => void };

/** Offers what its header does with the open ticket to whoever asks for the actions of the page. */
export const useHeaderActions = ({ status, contact, chatbot }: TicketView, ways: Ways): void => {
  const { t } = useTranslation();
  const mayDelete = may(useUser(), 'ticket.delete');
  const latest = useRef(ways);
  useEffect(() => {
    latest.current = ways;
  });
  const { erased = false } = contact;
  useEffect(() => {
    const texts = {
      accept: chatbot ? t('tickets.takeFromBot') : t('ticket.action.accept'),
      resolve: t('ticket.action.resolve'),
      return: t('ticket.action.return'),
      reopen: t('ticket.action.reopen'),
      transfer: t('work.transfer'),
      delete: t('ticket.delete'),
    };
    const intents = ['accept', 'resolve', 'return', 'reopen', 'transfer', 'delete'] as const;
    const offered = intents.filter(
      intent =>
        can(status, intent) &&
        (intent !== 'delete' || mayDelete) &&
        (intent !== 'return' || status !== 'pending') &&
        (intent !== 'reopen' || !erased),
    );
    return offerActions([
      ...offered.map(id => ({ id, text: texts[id], run: () => latest.current.want(id) })),
      { id: 'drawer', text: t('contact.drawer'), run: () => latest.current.openDrawer() },
    ]);
  }, [t, status, erased, mayDelete, chatbot]);
};
