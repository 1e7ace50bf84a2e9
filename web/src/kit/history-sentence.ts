import type { TFunction } from 'i18next';
import type { TicketHistoryEntry } from '#contracts/ticket-notes.ts';
import type { LeavingReason } from '#domain/ticket/leaving-reasons.ts';
import { markOf } from '../shared/mark-of.ts';
import { userName } from '../shared/user-name.ts';

/** Why a ticket left the menu, where the log says one that these words know. */
const menuReasons: Readonly<Record<LeavingReason, true>> = {
  ...{ chosen: true, leaf: true, invalid: true, silent: true, limited: true },
  ...{ 'taken-out': true, answered: true, placed: true },
};
const isMenuReason = (reason: string): reason is LeavingReason => Object.hasOwn(menuReasons, reason);
const menuReason = (reason: string | null): LeavingReason =>
  reason !== null && isMenuReason(reason) ? reason : 'placed';

/** What was done, as people would say it: "Ana aceitou", "transferido para Suporte por Bruno". */
export const historySentence = (t: TFunction, entry: TicketHistoryEntry): string => {
  const { action, queue, to, tags, reason } = entry;
  const who = entry.user ? userName(t, entry.user) : t(`work.actor.${entry.actor}`);
  const place = to && queue ? `${userName(t, to)} (${queue.name})` : to ? userName(t, to) : queue?.name;
  switch (action) {
    case 'returned':
      return reason === 'attendant-removed'
        ? t('work.action.returnedAlone')
        : t('work.action.returned', { who });
    case 'transferred':
      if (reason === 'queue-removed')
        return t('work.action.movedAlone', { place: place ?? t('tickets.noQueue') });
      return t('work.action.transferred', { who, place: place ?? t('tickets.noQueue') });
    case 'closed':
      return reason === 'auto-close' ? t('work.action.closedAlone') : t('work.action.closed', { who });
    case 'reopened':
      if (reason === 'undone') return t('work.action.closingUndone', { who });
      return queue
        ? t('work.action.reopenedIn', { who, place: queue.name })
        : t('work.action.reopened', { who });
    case 'menuLeft':
      return t(`work.menuLeft.${menuReason(reason)}`, { who, place: place ?? t('tickets.noQueue') });
    case 'tagged':
      return tags.length > 0
        ? t('work.action.tagged', { who, tags: tags.map(({ name }) => name).join(', ') })
        : t('work.action.untagged', { who });
    case 'rated': {
      const mark = markOf(t, entry.rating);
      return to
        ? t('work.action.rated', { who, mark, name: userName(t, to) })
        : t('work.action.ratedNobody', { who, mark });
    }
    case 'ratingAsked':
      return t('work.action.ratingAsked');
    case 'opened':
    case 'accepted':
    case 'noted':
    case 'noteDeleted':
    case 'ratingExplained':
      return t(`work.action.${action}`, { who });
  }
};
