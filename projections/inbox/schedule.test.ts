import { expect, it } from 'vitest';
import { openMemoryTables } from '../kit/memory.ts';
import { type InboxStory, openInboxStory } from '../testing/inbox-story.ts';
import { tellScheduled } from '../testing/schedule-story.ts';
import { inbox } from './projection.ts';
import { scheduleTable } from './schedule-fold.ts';

const told = (write: (story: InboxStory) => void) => {
  const story = openInboxStory();
  story.contact();
  write(story);
  const tables = openMemoryTables(inbox);
  for (const event of story.events) tables.apply([event]);
  return tables.row(scheduleTable, story.id('later'));
};
const next = { localAt: '2026-11-25T09:00', sendAt: '2026-11-25T12:00:00.000Z' };
const started = ({ tell, id }: InboxStory, following: typeof next | null = null) => {
  const data = { scheduleId: id('later'), messageId: id('message'), localAt: '2026-11-24T09:00' };
  const times = { sendAt: '2026-11-24T12:00:00.000Z', startedAt: '2026-11-24T12:00:01.000Z' };
  tell('schedule', id('later'), {
    type: 'ScheduledMessageSendingStarted',
    data: { ...data, ...times, next: following, replyTo: null },
  });
};
const ended = ({ tell, id }: InboxStory, reason?: string) => {
  const data = { scheduleId: id('later'), messageId: id('message') };
  tell(
    'schedule',
    id('later'),
    reason
      ? { type: 'ScheduledMessageFailed', data: { ...data, reason } }
      : { type: 'ScheduledMessageSent', data },
  );
};

it('what is sent once is over', () => {
  const row = told(story => {
    tellScheduled(story, 'later');
    started(story);
    ended(story);
  });
  expect(row).toMatchObject({ status: 'sent', localAt: '2026-11-24T09:00', lastSentAt: expect.any(String) });
});

it('what comes again waits for the next time, and remembers that it was sent', () => {
  const row = told(story => {
    tellScheduled(story, 'later', { recurrence: 'daily' });
    started(story, next);
    ended(story);
  });
  expect(row).toMatchObject({ status: 'scheduled', ...next, next: null, startsAt: '2026-11-24T09:00' });
  expect(row?.lastSentAt).not.toBeNull();
});

it('a failure says why, and keeps the next time', () => {
  const row = told(story => {
    tellScheduled(story, 'later', { recurrence: 'daily' });
    started(story, next);
    ended(story, 'ERR_SENDING_WAPP_MSG');
  });
  expect(row).toMatchObject({ status: 'failed', reason: 'ERR_SENDING_WAPP_MSG', next });
});

it.each(['removed', 'erased'] as const)('nothing of the words is left of what is %s', how => {
  const row = told(story => {
    const { id, tell } = story;
    story.contact('person', '5511999990002');
    tellScheduled(story, 'later', { contact: 'person' });
    if (how === 'erased') story.contactErased('person');
    else
      tell('schedule', id('later'), {
        type: 'ScheduledMessageRemoved',
        data: { scheduleId: id('later') },
      });
  });
  expect(row).toMatchObject({ body: '', sought: '', file: null, removed: how === 'removed' });
});
