import { z } from 'zod';
import { isReaction } from '#domain/message/emoji.ts';
import { errorCodeSchema } from '#domain/shared/errors.ts';
import { line } from '#domain/shared/fields.ts';
import { messageView, queueView, sessionUserView, ticketView } from './views.ts';

/** The calls between web and gateway, all under /api: core specification, section 7. */

const id = z.uuid();

/** Header of an answer to a command: the log position of its last event. */
export const positionHeader = 'x-position';
/** Header of a GET: wait (at most 2 s) until the read model has come to this position. */
export const minPositionHeader = 'x-min-position';
/** Header of a command: its id. The same id again does nothing twice. Optional. */
export const commandIdHeader = 'x-command-id';

export const errorBody = z.object({
  error: errorCodeSchema,
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorBody = z.output<typeof errorBody>;

/** What a login is refused with after many wrong passwords: see `login-proof.ts`. */
export const proofWanted = z.object({ proof: z.object({ challenge: z.string(), bits: z.number() }) });
export const sessionAnswer = z.object({ token: z.string(), user: sessionUserView });
export type SessionAnswer = z.output<typeof sessionAnswer>;
export const meAnswer = sessionUserView;

/**
 * GET /setup: whether the first company is still to be made, and whether that needs the code that was printed at the
 * start. POST /setup makes it.
 */
export const setupAnswer = z.object({ needed: z.boolean(), code: z.boolean() });
export const setupBody = z.object({
  companyName: line(2, 50).input,
  name: line(2, 50).input,
  email: z.email(),
  password: z.string().min(5).max(50),
  code: z.string().max(50).optional(),
});
/** Shorter passwords are taken; forms advise so many characters. */
export const advisedPasswordLength = 8;

const flag = z.enum(['true', 'false', '1', '0', '']).transform(v => v === 'true' || v === '1');
/** A list in a query: JSON (`["…"]`), or comma separated. */
export const idList = z.string().transform((text, context): string[] => {
  try {
    const value: unknown = text.startsWith('[') ? JSON.parse(text) : text.split(',').filter(Boolean);
    return z.array(id).max(200).parse(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'a list of ids is wanted' });
    return z.NEVER;
  }
});

/** There is no year 0 where days are compared. */
const day = z.iso.date().refine(text => !text.startsWith('0000'));

export const ticketsQuery = z.object({
  searchParam: z.string().max(200).optional(),
  pageNumber: z.coerce.number().int().min(1).max(100_000).optional(),
  status: z.enum(['open', 'pending', 'closed', 'groups']).optional(),
  /** A day (YYYY-MM-DD) of creation, or of the last change. */
  date: day.optional(),
  updatedAt: day.optional(),
  showAll: flag.optional(),
  queueIds: idList.optional(),
  users: idList.optional(),
  tags: idList.optional(),
  withUnreadMessages: flag.optional(),
  contactId: id.optional(),
  /** Where the last page ended (the answer's `nextCursor`); goes before pageNumber. */
  cursor: z.string().max(100).optional(),
});
export type TicketsQuery = z.output<typeof ticketsQuery>;
export const ticketsAnswer = z.object({
  tickets: z.array(ticketView),
  /** A page by words that are everywhere may be short, even empty, and lead on. */
  hasMore: z.boolean(),
  /** In all. By words, contact, tags or day it is counted up to 1,000, which then means that many or more. */
  count: z.number().int(),
  nextCursor: z.string().nullable(),
  position: z.number().int(),
});
export type TicketsAnswer = z.output<typeof ticketsAnswer>;

/** GET /tickets/counts with the filters of the list: what the badges show. */
export const ticketCounts = z.object({
  open: z.number().int(),
  pending: z.number().int(),
  groups: z.number().int(),
  unread: z.number().int(),
});
export type TicketCounts = z.output<typeof ticketCounts>;

export const ticketAnswer = ticketView;

export const openTicketBody = z.object({
  contactId: id,
  queueId: id.nullish(),
  userId: id.nullish(),
  status: z.enum(['open', 'pending']).optional(),
  whatsappId: id.nullish(),
});
/** POST /tickets answers the ticket's address at once; the read model follows at `x-position`. */
export const openTicketAnswer = z.object({ id, uuid: id, status: z.enum(['open', 'pending']) });

/**
 * PUT /tickets/{id}: which change is meant follows from what is sent. `status: open` accepts, `pending` returns
 * (or reopens a closed one), `closed` closes; `queueId` or `userId` without a change of status transfers.
 */
export const changeTicketBody = z.object({
  status: z.enum(['open', 'pending', 'closed', 'groups']).optional(),
  userId: id.nullish(),
  queueId: id.nullish(),
  whatsappId: id.nullish(),
  /** With `status: open`: a closed ticket is reopened into `queueId`, for oneself. */
  reopen: z.boolean().optional(),
  justClose: z.boolean().optional(),
  notes: z.string().max(5000).nullish(),
  /** Accepts only when the ticket is still at this revision. Optional. */
  revision: z.number().int().min(0).optional(),
});
export type ChangeTicketBody = z.output<typeof changeTicketBody>;
export const commandAnswer = z.object({ id, position: z.number().int() });

export const messagesQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(100_000).optional(),
  cursor: z.string().max(100).optional(),
  /** Where a page towards the newer ones begins: an answer's `newerCursor`. */
  after: z.string().max(100).optional(),
  /** The page that has this message about its middle. */
  around: id.optional(),
});
export const messagesAnswer = z.object({
  /** Oldest first. */
  messages: z.array(messageView),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
  /** Null when the page ends with the newest message. */
  newerCursor: z.string().nullable(),
  ticket: ticketView,
  position: z.number().int(),
});
export type MessagesAnswer = z.output<typeof messagesAnswer>;

/**
 * POST /messages/{ticketId}. `mediaPath`, or `mediaUrl`, sends a file that the company has, by the address it was
 * answered with: its bytes do not travel again. A `mediaUrl` of another server is fetched. What is sent is the company's
 * and read: `fromMe` may say so and nothing else, and `read` changes nothing.
 */
export const sendMessageBody = z.object({
  body: z.string().max(65_536).default(''),
  fromMe: z.literal(true).optional(),
  read: z.union([z.boolean(), z.number()]).optional(),
  mediaUrl: z.string().max(2_000).optional(),
  mediaPath: z.string().max(500).optional(),
  mediaName: z.string().max(500).optional(),
  quotedMsg: z.union([z.object({ id }), z.null()]).optional(),
});
/** `ids` where a form with several files became several messages. */
export const sendMessageAnswer = z.object({ id, ids: z.array(id).optional(), position: z.number().int() });

/** PUT /messages/{id}: a text of the company's own, within fifteen minutes, else ERR_EDIT_WAPP_MSG. */
export const editMessageBody = z.object({ body: z.string().max(65_536) });
/** POST /messages/{id}/reactions: one emoji; '' takes the company's reaction back. */
export const reactionBody = z.object({ emoji: z.string().max(40).refine(isReaction) });

export const queuesAnswer = z.array(queueView);
/**
 * GET /queue/{id}/use, an admin's: what a queue is part of. DELETE /queue/{id} takes `successorId`, the queue that its
 * tickets go to; without it they are in none.
 */
export const queueUseAnswer = z.object({
  tickets: z.number().int(),
  users: z.number().int(),
  connections: z.number().int(),
});
export type QueueUse = z.output<typeof queueUseAnswer>;

/**
 * Erasing a person, an admin's: GET /contacts/{contactId}/erasure answers what would go, or once that is done the
 * proof of it. POST with the confirmation erases, and answers the proof when the screens' data is empty; again it
 * answers the same proof. ERR_VALIDATION (field `confirmation`) when the text is not the preview's.
 */
export const erasureCounts = z.object({
  tickets: z.number().int(),
  /** In the own conversation, and what the person wrote in groups. */
  messages: z.number().int(),
  /** Notes left at the person's tickets and with their transfers. */
  notes: z.number().int(),
  media: z.number().int(),
});
export type ErasureCounts = z.output<typeof erasureCounts>;
export const erasurePreview = z.object({
  erased: z.literal(false),
  contact: z.object({ id, name: z.string(), number: z.string() }),
  /** What is to be typed: the number; of a contact without one the WhatsApp id, else the name. */
  confirmation: z.string(),
  counts: erasureCounts,
  firstMessageAt: z.iso.datetime().nullable(),
  lastMessageAt: z.iso.datetime().nullable(),
});
export type ErasurePreview = z.output<typeof erasurePreview>;
export const erasureProof = z.object({
  erased: z.literal(true),
  contactId: id,
  erasedAt: z.iso.datetime(),
  erasedBy: z.object({ id, name: z.string() }).nullable(),
  /** From then on nobody can read it in the event log either; null in the moment before. */
  keysDestroyedAt: z.iso.datetime().nullable(),
  /** What the confirmation named. */
  counts: erasureCounts,
});
export type ErasureProof = z.output<typeof erasureProof>;
export const erasureAnswer = z.discriminatedUnion('erased', [erasurePreview, erasureProof]);
export type ErasureAnswer = z.output<typeof erasureAnswer>;
export const eraseContactBody = z.object({ confirmation: z.string().min(1).max(200) });

/** GET /erasures, an admin's: the proofs, the newest first. */
export const erasuresQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(100_000).optional(),
});
export const erasuresAnswer = z.object({
  erasures: z.array(erasureProof),
  hasMore: z.boolean(),
  count: z.number().int(),
});

/** GET /features, open to all: what this installation offers. */
export const featuresAnswer = z.object({
  simulator: z.boolean(),
  setupNeeded: z.boolean(),
  version: z.string(),
  /** Bytes that a file of a message may have; an image, a sound or a film above `mediaLimit` goes as a document. */
  fileLimit: z.number().int(),
  mediaLimit: z.number().int(),
  /** In a minute: calls of one token of programs outside, and messages that one number gets by such calls. */
  outsideLimits: z.object({ calls: z.number().int(), perNumber: z.number().int() }),
});
