import type { TFunction } from 'i18next';
import type { TicketHistoryEntry } from '#contracts/ticket-notes.ts';

/** What was done, as people would say it: "Ana aceitou", "transferido para Suporte por Bruno". */
export const deedSentence = (t: TFunction, entry: TicketHistoryEntry): string => {
  const { deed, queue, to, tags, reason } = entry;
  const who = entry.user?.name ?? t(`work.actor.${entry.actor}`);
  const place = to && queue ? `${to.name} (${queue.name})` : (to?.name ?? queue?.name);
  switch (deed) {
    case 'returned':
      return reason === 'attendant-removed' ? t('work.deed.returnedAlone') : t('work.deed.returned', { who });
    case 'transferred':
      return t('work.deed.transferred', { who, place: place ?? t('tickets.noQueue') });
    case 'closed':
      return reason === 'auto-close' ? t('work.deed.closedAlone') : t('work.deed.closed', { who });
    case 'reopened':
      return queue ? t('work.deed.reopenedIn', { who, place: queue.name }) : t('work.deed.reopened', { who });
    case 'tagged':
      return tags.length > 0
        ? t('work.deed.tagged', { who, tags: tags.map(({ name }) => name).join(', ') })
        : t('work.deed.untagged', { who });
    case 'opened':
    case 'accepted':
    case 'noted':
    case 'noteDeleted':
      return t(`work.deed.${deed}`, { who });
  }
};
