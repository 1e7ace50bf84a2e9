import { z } from 'zod';

/** The calls about contacts, under /api. */

const id = z.uuid();

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
