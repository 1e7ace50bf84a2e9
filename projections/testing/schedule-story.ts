import type { Recurrence } from '#domain/shared/recurrence.ts';
import type { InboxStory } from './inbox-story.ts';
import { company } from './story.ts';

type Change = { readonly recurrence?: Recurrence; readonly contact?: string; readonly companyId?: string };

/** Ana schedules a message, to be sent on the 24th at nine. */
export const tellScheduled = ({ tell, id }: InboxStory, word: string, change: Change = {}): void => {
  const { recurrence = 'none', contact = 'contact', companyId = company } = change;
  const data = {
    ...{ scheduleId: id(word), contactId: id(contact), userId: id('ana'), connectionId: id('connection') },
    ...{ body: word, localAt: '2026-11-24T09:00', zone: 'America/Sao_Paulo', file: null },
    ...{ signed: true, replyToAuthor: false },
    ...{ sendAt: '2026-11-24T12:00:00.000Z', recurrence },
  };
  tell('schedule', id(word), { type: 'ScheduledMessageCreated', data }, companyId);
};
