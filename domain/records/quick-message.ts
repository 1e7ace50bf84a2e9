import { z } from 'zod';
import { admins, people } from '../access/roles.ts';
import { id } from '../shared/event.ts';
import { flag, heldFile, later, line, owners, prose } from '../shared/fields.ts';
import { record } from '../shared/record.ts';

/**
 * A text that its owner puts into the input by its shortcode; a shared one is everybody's of the company.
 * Specification, secondary, section 5.
 */
export const quickMessage = record('QuickMessage', {
  category: 'quickmessage',
  fields: {
    shortcode: line(3, 50),
    message: prose(3, 50_000),
    shared: later(flag(), false),
    file: later(heldFile(), null),
  },
  owner: owners.only,
  unique: {
    kind: 'quick-message-shortcode',
    key: ({ shortcode, shared }, userId) => `${shared ? 'shared' : userId}/${shortcode.toLowerCase()}`,
    taken: 'ERR_SHORTCODE_ALREADY_EXISTS',
  },
  may: { create: people, change: people, remove: people, share: admins },
  missing: 'ERR_NO_QUICK_MESSAGE_FOUND',
  area: 'inbox',
  path: '/quick-messages',
  pageOf: 'records',
  shown: { userId: id, companyId: id, mediaName: z.string().nullable(), mediaPath: z.string().nullable() },
  counts: [],
  sortedBy: 'shortcode',
  soughtIn: ['shortcode', 'message'],
});
