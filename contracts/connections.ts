import { z } from 'zod';
import { providers } from '#domain/connection/events.ts';
import { connectionView } from './views.ts';

/** The calls about connections, under /api/whatsapp and /api/whatsappsession: core specification, section 7. */

const id = z.uuid();

export const connectionsAnswer = z.array(connectionView);

const words = z.string().max(5_000);
const connectionFields = z.object({
  name: z.string().max(200),
  provider: z.enum(providers),
  isDefault: z.boolean(),
  queueIds: z.array(id).max(200),
  greetingMessage: words,
  complationMessage: words,
  outOfHoursMessage: words,
  ratingMessage: words,
  importsHistory: z.boolean(),
});
/** POST /whatsapp. The first connection of a company is its default whatever is asked. */
export const createConnectionBody = connectionFields.extend({
  provider: connectionFields.shape.provider.default('beta'),
  isDefault: z.boolean().default(false),
  queueIds: connectionFields.shape.queueIds.default([]),
  greetingMessage: words.default(''),
  complationMessage: words.default(''),
  outOfHoursMessage: words.default(''),
  ratingMessage: words.default(''),
  importsHistory: z.boolean().default(false),
});
/** PUT /whatsapp/{id} changes what is given. */
export const changeConnectionBody = connectionFields.partial();
export type ConnectionBody = z.output<typeof connectionFields>;
/** POST /whatsapp/{id}/token: shown this once, only its digest is kept. */
export const connectionTokenAnswer = z.object({ id, token: z.string(), position: z.number().int() });
/** POST /whatsappsession/{id}/pairing-code: the code comes live, as `pairingCode` of the connection. */
export const pairingCodeBody = z.object({
  phoneNumber: z
    .string()
    .max(40)
    .transform(text => text.replace(/\D/g, '')),
});

/** GET /whatsapp/{id}/ledger, an admin's: what became of the messages that came in, newest day first. */
export const connectionLedgerAnswer = z.object({
  days: z.array(
    z.object({
      day: z.iso.date(),
      received: z.number().int(),
      shown: z.number().int(),
      /** Messages of the phone's history, counted apart: they are in none of the others. */
      imported: z.number().int(),
      /** How many were not shown, by reason. */
      rejected: z.record(z.string(), z.number().int()),
      lastError: z.string().nullable(),
      lastErrorAt: z.iso.datetime().nullable(),
    }),
  ),
  /** Received and still being taken in. */
  waiting: z.number().int(),
  /** Still to be sent, and not sent for good. */
  toSend: z.number().int(),
  notSent: z.number().int(),
});
export type ConnectionLedger = z.output<typeof connectionLedgerAnswer>;

/** POST /whatsapp/{id}/ledger/retry, an admin's: what was set aside is tried once more; the ledger tells the outcome. */
export const connectionRetryAnswer = z.object({ id });
