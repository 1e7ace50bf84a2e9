import { z } from 'zod';
import { admins } from '../access/roles.ts';
import { id } from '../shared/event.ts';
import { colorText, later, line, listOf, optional, owners, prose, whole } from '../shared/fields.ts';
import { record } from '../shared/record.ts';
import { holiday, holidaysInput, scheduleEntry, schedulesInput } from '../shared/schedule.ts';

const words = () => prose(0, 50_000);

/**
 * Where tickets wait and who attends them. A text of the queue goes before its connection's; without `schedules` nobody
 * has said when somebody is there. Specification, secondary, sections 3 and 5.
 */
export const queue = record('Queue', {
  category: 'queue',
  fields: {
    name: line(2, 50),
    color: colorText(),
    greetingMessage: optional(words(), ''),
    outOfHoursMessage: optional(words(), ''),
    /** As the specification spells it. */
    complationMessage: later(words(), ''),
    ratingMessage: later(words(), ''),
    /** Lists begin with the lowest. */
    orderQueue: later(whole(0, 9_999), 0),
    schedules: later(listOf(scheduleEntry, schedulesInput), []),
    holidays: later(listOf(holiday, holidaysInput), []),
  },
  /** Where the tickets of a queue that is removed go; in no queue where it is not said. */
  removal: { successorId: z.optional(id) },
  owner: owners.none,
  unique: { kind: 'queue-color', key: values => values.color, taken: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
  may: { create: admins, change: admins, remove: admins },
  missing: 'ERR_NO_QUEUE_FOUND',
  area: 'inbox',
  path: '/queue',
  shown: {},
  counts: [],
  sortedBy: 'name',
  firstBy: 'orderQueue',
  soughtIn: ['name'],
});
