import { z } from 'zod';
import { type EventsOf, id, personal } from '../shared/event.ts';

/** Name and value pairs that somebody noted of the person. */
const extraInfo = z.array(z.object({ id, name: z.string(), value: z.string() }));
export type ExtraInfo = z.output<typeof extraInfo>;

/** What somebody noted, and whether attendants are told of what the contact writes; absent it stays as it was. */
const noted = { extraInfo: personal(extraInfo).nullable().optional(), notification: z.boolean().optional() };

/** The name is what the person calls themselves in WhatsApp; absent when somebody gave it. */
const namedBy = { namedBy: z.literal('whatsapp').optional() };

export const contactEvents = {
  /** `number` is digits only; `lid` is WhatsApp's own id of the person, when known (without @lid). */
  ContactCreated: z.object({
    contactId: id,
    name: personal(z.string()),
    number: personal(z.string()),
    lid: personal(z.string()).nullable(),
    email: personal(z.string()).nullable(),
    isGroup: z.boolean(),
    queueId: id.nullable(),
    ...namedBy,
    ...noted,
    /** The import that made it. */
    importId: id.optional(),
  }),
  ContactChanged: z.object({
    contactId: id,
    name: personal(z.string()),
    email: personal(z.string()).nullable(),
    queueId: id.nullable(),
    ...namedBy,
    ...noted,
  }),
  /** WhatsApp told us more about who this is. */
  ContactIdentified: z.object({
    contactId: id,
    number: personal(z.string()).nullable(),
    lid: personal(z.string()).nullable(),
  }),
  /** `url` is where the gateway has the picture, which is kept among the company's files; null: there is none. */
  ContactPictureChanged: z.object({ contactId: id, url: personal(z.string()).nullable() }),
  /** Whose contact it is: where the company works with wallets, others who attend do not list it. Nobody's: empty. */
  ContactWalletChanged: z.object({ contactId: id, userIds: z.array(id) }),
  /** What is written in its chat on a connection vanishes after so many seconds; 0: it stays. */
  ContactChatTimerSet: z.object({ contactId: id, connectionId: id, seconds: z.number().int().min(0) }),
  ContactRemoved: z.object({ contactId: id }),
  /** Another contact is the same person: what is theirs is shown under this one. Their own stream tells it, too. */
  ContactsMerged: z.object({ contactId: id, otherId: id }),
  ContactMergedInto: z.object({ contactId: id, winnerId: id }),
  /** They are not the same person, after all: each has again what was theirs. */
  /** `takenBack`: the other could not be merged, and nobody said that they are two. */
  ContactsUnmerged: z.object({ contactId: id, otherId: id, takenBack: z.literal(true).optional() }),
  ContactUnmergedFrom: z.object({ contactId: id, winnerId: id }),
  /**
   * The person asked to be forgotten: the keys of `persons` are destroyed, so that nothing personal of them can be read
   * any more, here and in every other stream. `counts` is what the confirmation named: it stays true in every rebuild.
   */
  ContactErased: z.object({
    contactId: id,
    persons: z.array(id),
    counts: z.object({
      tickets: z.number().int(),
      messages: z.number().int(),
      notes: z.number().int(),
      media: z.number().int(),
    }),
  }),
};
export type ContactEvent = EventsOf<typeof contactEvents>;
