import { weekdayNames } from '#domain/shared/schedule.ts';
import { openInboxStory } from '../../testing/inbox-story.ts';
import { idOf } from '../../testing/story.ts';

export const lunchCompany = idOf('company with lunch');
/** A ticket that waits from 11:50 to 13:40 while nobody is there from 12 to 13. */
export const lunchStory = () => {
  const story = openInboxStory(lunchCompany, lunchCompany);
  story.setting('scheduleType', 'company');
  const shifts = [
    ['08:00', '12:00'],
    ['13:00', '18:00'],
  ] as const;
  const schedules = shifts.map(([startTime, endTime]) => ({
    ...{ weekday: weekdayNames.wednesday, weekdayEn: 'wednesday' as const, startTime, endTime },
  }));
  const hours = { companyId: lunchCompany, schedules, holidays: [] };
  story.tell('company', lunchCompany, { type: 'CompanySchedulesChanged', data: hours }, lunchCompany);
  story.opened('talk', { queue: 'sales' });
  story.accepted('talk', 'ana', 'sales');
  const times = ['2026-11-01T12:00:00.000Z', '2026-11-01T12:00:00.000Z', '2026-11-18T14:50:00.000Z'];
  return story.events.map((event, index) => ({
    ...event,
    metadata: { ...event.metadata, at: times[index] ?? '2026-11-18T16:40:00.000Z' },
  }));
};
