import { z } from 'zod';
import { line } from '#domain/shared/fields.ts';
import { idList } from './http.ts';
import { contactView } from './views.ts';

/** The calls about contacts, under /api. */

const id = z.uuid();

/** An address, or none: `null`, and the '' of a form whose field was left empty. */
const emailOrNone = z.union([z.literal('').transform(() => null), z.email().max(200), z.null()]);

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
  /** Whose contact it is: its wallet. Nobody's when empty. */
  contactsUser: z.array(z.object({ id, name: z.string() })),
});
export type ContactDetail = z.output<typeof contactDetail>;

/**
 * GET /contacts: by name, then id, without groups. `searchParam` is part of the name or e-mail, or digits of the number.
 * `queueIds` (of who attends; an administrator's changes nothing) leaves out contacts whose default queue is another.
 * `cursor` is the `nextCursor` of the page before, and goes before `pageNumber`: however far down, a page takes as long.
 */
export const contactsQuery = z.object({
  searchParam: z.string().max(200).optional(),
  pageNumber: z.coerce.number().int().min(1).max(100_000).optional(),
  cursor: z.string().max(2_000).optional(),
  queueIds: idList.optional(),
});
/** `count` goes up to 5,000, which then means that many or more. */
export const contactsAnswer = z.object({
  contacts: z.array(contactView),
  hasMore: z.boolean(),
  count: z.number().int(),
  nextCursor: z.string().nullable(),
});
/** GET /contacts/list: by name, the first 5,000, for choosing one. A `companyId` changes nothing: it is the caller's. */
export const contactListAnswer = z.array(
  contactView.pick({ id: true, name: true, number: true, email: true, queueId: true }),
);
/** POST /contacts/add/wallet/{id}: whose contact it is from now on. ERR_NO_USER_FOUND. */
export const walletBody = z.object({ users: z.array(id).max(200) });
/**
 * PUT /contacts/{id}: what is absent stays. The number, however written, must be the contact's own, else ERR_VALIDATION
 * (field `number`): it is who the contact is. Answers the contact as it is then, with the uuid of its newest ticket that
 * is not closed and that the caller may see.
 */
export const changeContactBody = z.object({
  name: line(2, 50).input.optional(),
  number: z.string().max(60).optional(),
  email: emailOrNone.optional(),
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
  name: line(1, 200).input,
  number: z.string().min(1).max(60),
  email: emailOrNone.optional(),
  queueId: id.nullable().optional(),
  notification: z.boolean().optional(),
  extraInfo: extraInfo.max(50).optional(),
});
/** `checked` is false when no connection was open to ask. */
export const createContactAnswer = contactDetail.extend({
  /** Of its ticket, when there is one. */
  uuid: id.nullable(),
  checked: z.boolean(),
});
export const changeContactAnswer = contactDetail.extend({
  uuid: id.nullable(),
  position: z.number().int(),
});

/**
 * POST /contacts/{id}/merge shows the other contact under this one, POST /contacts/{id}/unmerge undoes it; an
 * admin's. ERR_NO_CONTACT_FOUND when one is not there (for the undo: not merged), ERR_VALIDATION (field `otherId`)
 * for groups, for itself and for who has others merged into them.
 */
export const mergeContactBody = z.object({ otherId: id });
