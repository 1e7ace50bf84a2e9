import { z } from 'zod';

/** What an address, a number or an amount in a row is, so that it can be followed, copied or written out. */
export const rowForms = ['link', 'phone', 'code', 'time', 'money'] as const;

/** What a value is called in the product's own words. Other values have the sender's `label`, or none. */
export const rowNames = [
  'number',
  'items',
  'quantity',
  'total',
  'subtotal',
  'shipping',
  'discount',
  'tax',
  'price',
  'salePrice',
  'productCode',
  'amount',
  'payee',
  'payer',
  'key',
  'keyType',
  'pixCode',
  'boleto',
  'reference',
  'starts',
  'ends',
  'until',
  'place',
  'link',
  'source',
  'campaign',
  'votes',
  'publisher',
] as const;
export type RowName = (typeof rowNames)[number];

export const cardKinds = [
  'ad',
  'link',
  'order',
  'product',
  'catalog',
  'event',
  'call',
  'poll',
  'pollResult',
  'pix',
  'payment',
  'paymentRequest',
  'paymentDeclined',
  'paymentCancelled',
  'paymentInvite',
  'invoice',
  'groupInvite',
  'channelInvite',
  'options',
  'answers',
  'place',
  'stickerPack',
  'item',
  'shop',
  'phoneRequest',
  'details',
] as const;
export type CardKind = (typeof cardKinds)[number];

/** What is true of a message beside what it says. */
export const noteKinds = [
  'forwarded',
  'forwardedOften',
  'channel',
  'cancelled',
  'group',
  'groupStatus',
  'statusMention',
  'question',
  'comment',
  'cover',
  'optionPicture',
  'betterCopy',
  'earlierEdit',
] as const;
export type NoteKind = (typeof noteKinds)[number];

export const quoteKinds = ['message', 'status', 'question'] as const;

const text = z.string();

const row = z.object({
  name: z.enum(rowNames).optional(),
  label: text.optional(),
  /** Of `money` a decimal number, of `time` an instant. */
  value: text,
  as: z.enum(rowForms).optional(),
  /** Of `money`, ISO 4217. */
  currency: text.optional(),
});
export type PartRow = z.output<typeof row>;

/** What a button says, and what it would open, call or copy. */
const button = z.object({
  label: text,
  link: text.optional(),
  phone: text.optional(),
  code: text.optional(),
});
export type PartButton = z.output<typeof button>;

/** A small picture that came with the message: base64. */
const picture = text;

const words = z.object({ kind: z.literal('words') });
const written = z.object({
  kind: z.literal('text'),
  style: z.enum(['title', 'text', 'footer']),
  text,
});
const note = z.object({ kind: z.literal('note'), of: z.enum(noteKinds), text: text.optional() });
const card = z.object({
  kind: z.literal('card'),
  of: z.enum(cardKinds),
  title: text.optional(),
  text: text.optional(),
  footer: text.optional(),
  link: text.optional(),
  picture: picture.optional(),
  rows: z.array(row).optional(),
  buttons: z.array(button).optional(),
});
export type Card = z.output<typeof card>;
const buttons = z.object({ kind: z.literal('buttons'), buttons: z.array(button) });
/** Words of another message, as the sender's phone has them. `author` is the part of a jid before its server. */
const quote = z.object({
  kind: z.literal('quote'),
  of: z.enum(quoteKinds),
  fromMe: z.boolean(),
  author: text.optional(),
  text,
  /** A kind of message, for where it has no words. */
  mediaType: text,
  picture: picture.optional(),
});
export type CarriedQuote = z.output<typeof quote>;
/** What is to be seen on the phone alone: kinds of files, of messages, or of what others do with them. */
const more = z.object({
  kind: z.literal('more'),
  of: z.array(z.object({ what: text, count: z.number().int() })),
});

/**
 * What a message shows, in the order in which it is drawn: `words` stands where its body is drawn. Without parts a
 * message is its body; with parts but without `words` the body says the same in plain text, and is not drawn.
 */
export const partSchema = z.discriminatedUnion('kind', [words, written, note, card, buttons, quote, more]);
export type Part = z.output<typeof partSchema>;

export const wordsPart: Part = { kind: 'words' };

const isWords = ({ kind }: Part): boolean => kind === 'words';

/** Whether the body of a message is drawn, and not what says the same. */
export const drawsBody = (parts: readonly Part[] | null | undefined): boolean =>
  !parts || parts.some(isWords);

/** What an edit leaves of a message's parts: what it answers stays, and all that its new content brings comes in. */
export const editedParts = (
  before: readonly Part[] | null | undefined,
  next: readonly Part[] | null | undefined,
): readonly Part[] | null => {
  const kept = (before ?? []).filter(({ kind }) => kind === 'quote');
  if (next) return [...kept, ...next];
  if (!drawsBody(before)) return kept.length > 0 ? [...kept, wordsPart] : null;
  return before?.filter(part => part.kind !== 'card' || part.of !== 'link') ?? null;
};

/** The same parts without their pictures, for where only what they say is wanted. */
export const withoutPictures = (parts: readonly Part[]): readonly Part[] =>
  parts.map(part => {
    if (part.kind !== 'card' && part.kind !== 'quote') return part;
    const { picture: _, ...rest } = part;
    return rest;
  });
