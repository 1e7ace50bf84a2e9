import { z } from 'zod';
import { contactView } from './views.ts';

/** The calls about contacts, under /api. */

const id = z.uuid();

/** Name and value pairs that somebody noted of a contact. */
export const extraInfo = z.array(
  z.object({ id, name: z.string().trim().min(1).max(100), value: z.string().trim().min(1).max(1000) }),
);
export const contactDetail = contactView.extend({
  extraInfo,
  /** Whether attendants are told of what the contact writes. */
  notification: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Contacts that are shown under this one, because they are the same person. */
  merged: z.array(contactView.pick({ id: true, name: true, number: true })),
});
export type ContactDetail = z.output<typeof contactDetail>;

/** GET /contacts: by name, then id; groups only on wish. `searchParam` is part of the name, or digits of the number. */
export const contactsQuery = z.object({
  searchParam: z.string().max(200).optional(),
  pageNumber: z.coerce.number().int().min(1).max(100_000).optional(),
});
export const contactsAnswer = z.object({
  contacts: z.array(contactView),
  hasMore: z.boolean(),
  count: z.number().int(),
});
/** PUT /contacts/{id}: what is absent stays. The number cannot be changed: it is who the contact is. */
export const changeContactBody = z.object({
  name: z.string().trim().min(2).max(50).optional(),
  email: z.email().max(200).nullable().optional(),
  queueId: id.nullable().optional(),
  notification: z.boolean().optional(),
  extraInfo: extraInfo.max(50).optional(),
});

/**
 * POST /contacts. `number` is written in any way; only its digits count. While a connection is open it is checked with
 * WhatsApp and kept as WhatsApp has it: ERR_WAPP_INVALID_CONTACT when nobody has it, ERR_WAPP_CHECK_CONTACT when
 * WhatsApp did not answer. ERR_DUPLICATED_CONTACT (details: `contactId`) when there is one with it.
 */
export const createContactBody = z.object({
  name: z.string().min(1).max(200),
  number: z.string().min(1).max(60),
  email: z.email().max(200).nullable().optional(),
  queueId: id.nullable().optional(),
});
/** `checked` is false when no connection was open to ask. */
export const createContactAnswer = z.object({ id, number: z.string(), checked: z.boolean() });

/**
 * POST /contacts/{id}/merge shows the other contact under this one, POST /contacts/{id}/unmerge undoes it; an
 * admin's. ERR_NO_CONTACT_FOUND when one is not there (for the undo: not merged), ERR_VALIDATION (field `otherId`)
 * for groups, for itself and for who has others merged into them.
 */
export const mergeContactBody = z.object({ otherId: id });
