import { staff } from '../access/roles.ts';
import { color, line, owners } from '../shared/fields.ts';
import { record } from '../shared/record.ts';

/** What tickets are marked with. Specification, secondary, section 5. */
export const tag = record('Tag', {
  category: 'tag',
  fields: { name: line(3, 50), color: color() },
  owner: owners.noted,
  unique: {
    kind: 'tag-name',
    key: ({ name }) => name.toLowerCase(),
    taken: 'ERR_TAG_ALREADY_EXISTS',
  },
  may: { create: staff, change: staff, remove: staff },
  missing: 'ERR_NO_TAG_FOUND',
  area: 'inbox',
  path: '/tags',
  pageOf: 'tags',
  shown: {},
  counts: ['ticketsCount'],
  sortedBy: 'name',
  soughtIn: ['name'],
});
