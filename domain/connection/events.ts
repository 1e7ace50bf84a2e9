import { z } from 'zod';
import { type EventsOf, id, personal } from '../shared/event.ts';

/** Specification, core, section 3. */
export const connectionStatuses = [
  'DISCONNECTED',
  'OPENING',
  'qrcode',
  'CONNECTED',
  'PAIRING',
  'TIMEOUT',
] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

export const providers = ['beta', 'simulator'] as const;
export type Provider = (typeof providers)[number];

const fields = {
  connectionId: id,
  name: z.string(),
  provider: z.enum(providers),
  queueIds: z.array(id),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  /** Whether the next pairing brings what the phone already has. */
  importsHistory: z.boolean(),
};

export const connectionEvents = {
  ConnectionCreated: z.object(fields),
  ConnectionChanged: z.object(fields),
  ConnectionRemoved: z.object({ connectionId: id }),
  /** The token of the messages API is another. Tokens are in no event. */
  ConnectionTokenRenewed: z.object({ connectionId: id }),
  /** From here on it is the company's default. The latest in the log that is still there counts, else the oldest. */
  ConnectionMadeDefault: z.object({ connectionId: id }),
  /** Somebody asked for a session: the connector reacts. With a `phoneNumber` it pairs by a code to type there. */
  ConnectionSessionRequested: z.object({
    connectionId: id,
    newPairing: z.boolean(),
    phoneNumber: personal(z.string()).nullable(),
  }),
  ConnectionLogoutRequested: z.object({ connectionId: id }),
  /** What the connector saw. `number` is the paired account's own phone number, digits only. */
  ConnectionStatusChanged: z.object({
    connectionId: id,
    status: z.enum(connectionStatuses),
    reason: z.string().nullable(),
    number: personal(z.string()).nullable(),
  }),
};
export type ConnectionEvent = EventsOf<typeof connectionEvents>;
