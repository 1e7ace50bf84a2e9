import { admins } from '../access/roles.ts';
import { line, lowerCaseLine, owners, prose } from '../shared/fields.ts';
import { record } from '../shared/record.ts';

/** Where tickets wait and who attends them. Specification, core, section 9: names have 2 to 50 characters. */
export const queue = record('Queue', {
  category: 'queue',
  fields: {
    name: line(2, 50),
    color: lowerCaseLine(1, 50),
    greetingMessage: prose(0, 50_000),
    outOfHoursMessage: prose(0, 50_000),
  },
  owner: owners.none,
  unique: { kind: 'queue-color', key: values => values.color, taken: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
  may: { create: admins, change: admins, remove: admins },
  missing: 'ERR_NO_QUEUE_FOUND',
  area: 'inbox',
  path: '/queue',
  shown: {},
  counts: [],
  sortedBy: 'name',
  soughtIn: ['name'],
});
