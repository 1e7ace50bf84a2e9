import type { TFunction } from 'i18next';
import type { TicketHistoryEntry } from '#contracts/ticket-notes.ts';

/** What was done, as people would say it: "Ana aceitou", "transferido para Suporte por Bruno". */
export const historySentence = (t: TFunction, entry: TicketHistoryEntry): string => {
  const { action, queue, to, tags, reason } = entry;
  const who = entry.user?.name ?? t(`work.actor.${entry.actor}`);
  const place = to && queue ? `${to.name} (${queue.name})` : (to?.name ?? queue?.name);
  switch (action) {
    case 'returned':
      return reason === 'attendant-removed'
        ? t('work.action.returnedAlone')
        : t('work.action.returned', { who });
    case 'transferred':
      return t('work.action.transferred', { who, place: place ?? t('tickets.noQueue') });
    case 'closed':
      return reason === 'auto-close' ? t('work.action.closedAlone') : t('work.action.closed', { who });
    case 'reopened':
      return queue
        ? t('work.action.reopenedIn', { who, place: queue.name })
        : t('work.action.reopened', { who });
    case 'tagged':
      return tags.length > 0
        ? t('work.action.tagged', { who, tags: tags.map(({ name }) => name).join(', ') })
        : t('work.action.untagged', { who });
    case 'opened':
    case 'accepted':
    case 'noted':
    case 'noteDeleted':
      return t(`work.action.${action}`, { who });
  }
};
