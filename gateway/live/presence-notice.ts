import { z } from 'zod';

/** Gateways notify each other here of who has which ticket open. */
export const presenceChannel = 'presence';
/** Connectors notify here what a contact does whose conversation is open. */
export const contactPresenceChannel = 'contact_presence';

const here = z.object({
  /** The gateway process. */
  g: z.uuid(),
  /** It begins to listen and knows nothing: the others say what they have. */
  ask: z.literal(true).optional(),
  /** It ends. */
  bye: z.literal(true).optional(),
  /** A ticket within its company, and all who have it open there; `1` who writes. */
  tickets: z.array(z.tuple([z.string(), z.array(z.tuple([z.uuid(), z.literal([0, 1])]))])).optional(),
});

const contactPresence = z.object({
  companyId: z.uuid(),
  ticketIds: z.array(z.uuid()),
  activity: z.enum(['composing', 'recording']).nullable(),
});

const parsed = <Schema extends z.ZodType>(schema: Schema, payload: string): z.output<Schema> | undefined => {
  try {
    return schema.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
};
/** What a notification says; undefined when it is none of ours. */
export const readPresence = (payload: string) => parsed(here, payload);
export const readContactPresence = (payload: string) => parsed(contactPresence, payload);

/** Postgres takes 8,000 bytes a notification. */
const mostBytes = 7_500;

/** The pieces joined into as few texts as a notification each can hold, with what stands before all of them. */
export const packed = (
  pieces: readonly string[],
  { before = '', between = ',', after = '' } = {},
): string[] => {
  const packs: string[] = [];
  let pack = '';
  for (const piece of pieces) {
    const longer = pack === '' ? piece : `${pack}${between}${piece}`;
    if (pack !== '' && before.length + longer.length + after.length > mostBytes) {
      packs.push(`${before}${pack}${after}`);
      pack = piece;
    } else pack = longer;
  }
  return pack === '' ? packs : [...packs, `${before}${pack}${after}`];
};
