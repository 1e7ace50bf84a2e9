import type { Pool } from 'pg';
import { deriveId } from '#eventstore/event-id.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import type { CommandContext } from '../context.ts';
import type { Closing } from '../ticket/closing.ts';
import { type AutomaticText, sendAutomatic } from './automatic/send-automatic.ts';
import { type DueHandler, dropDue, noteDue } from './due-work.ts';
import type { FollowDeps, Policy } from './follow-policy.ts';
import { policyNames } from './names.ts';
import { settle } from './settle.ts';

type Deps = {
  readonly pool: Pool;
  readonly commands: Pick<Commands, 'ticket' | 'message'>;
  readonly log: FollowDeps['log'];
};

const name = policyNames.closing;
/** The kind of its due work; a ticket has one at most. */
export const closingWork = name;
/** So long a closing can be taken back before the contact hears of it. */
const undoMs = 6_000;

/** Says what follows a closing, a moment later, and thanks for ratings. */
export const closingPolicy = (deps: Deps): Policy => ({
  name,
  categories: ['ticket'],
  beginsAtEnd: true,
  react: async (client, events) => {
    for (const event of events) {
      const { companyId, data, metadata } = event;
      if (event.type === 'TicketReopened' || event.type === 'TicketDeleted')
        await dropDue(client, closingWork, [event.data.ticketId]);
      if (isSpokenOf(event) && 'ticketId' in data) {
        const { ticketId } = data;
        const at = saidFrom(metadata.at);
        await noteDue(client, { kind: closingWork, key: ticketId, companyId, at, data: { ticketId } });
      }
      await thank(deps, event);
    }
  },
});

const saidFrom = (closedAt: string): string => new Date(Date.parse(closedAt) + undoMs).toISOString();

const isSpokenOf = (event: Recorded): boolean => {
  if (event.type !== 'TicketClosed') return false;
  const { userId, justClose, reason } = event.data;
  return (userId !== null && !justClose) || reason === 'auto-close';
};

/** A bad rating is asked for its reason, and thanked for when that is there. */
const thank = async (deps: Deps, event: Recorded): Promise<void> => {
  if (event.type !== 'TicketRated' && event.type !== 'TicketRatingExplained') return;
  const { companyId, id, data } = event;
  const { ticketId } = data;
  const voice = await deps.commands.ticket.voice(companyId, { ticketId });
  if (!voice) return;
  const { contactId, text } = voice;
  const asksWhy = event.type === 'TicketRated' && event.data.reasonUntil !== null;
  await say(deps, contextOf(companyId, id), {
    ...{ ticketId, contactId, messageId: deriveId(name, id) },
    kind: asksWhy ? 'rating-reason' : 'rating-thanks',
    body: text(asksWhy ? 'ratingReason' : 'ratingThanks'),
  });
};

/** Says what is to be said of the closing, unless it was undone meanwhile. Done again it says nothing twice. */
export const sayClosing =
  (deps: Deps): DueHandler =>
  async ({ companyId, key: ticketId, at }) => {
    const closing = await deps.commands.ticket.closing(companyId, { ticketId });
    // A closing that came later has a time of its own, which is noted by whoever follows the log.
    if (!closing || at < saidFrom(closing.closedAt)) return;
    const { closingId, contactId, completion, autoClose } = closing;
    const context = contextOf(companyId, closingId);
    const to = { ticketId, contactId };
    const one = (kind: 'completion' | 'auto-close', body: string) =>
      say(deps, context, { ...to, kind, body, messageId: deriveId(name, closingId, kind) });
    if (completion) await one('completion', completion);
    if (autoClose) await one('auto-close', autoClose);
    if (closing.rating) await ask(deps, context, { ...closing, rating: closing.rating, ticketId });
  };

type Asking = Closing & { readonly rating: string; readonly ticketId: string };

/** The time for the answer opens before the question goes: an answer finds it open. */
const ask = async (deps: Deps, context: CommandContext, asking: Asking): Promise<void> => {
  const { closingId, contactId, ticketId, rating } = asking;
  if (!(await isItsTurn(deps.pool, context.companyId, asking))) return;
  const { ticket } = deps.commands;
  const step = (what: string) => ({ ...context, commandId: deriveId(name, closingId, what) });
  const { outcome, until } = await ticket.askRating(step('ask'), { ticketId, askedAt: context.at });
  settle({ log: deps.log, policy: name }, { ticketId }, outcome);
  if (until === undefined) return;
  const text = { ticketId, contactId, kind: 'rating' as const, body: rating };
  // A run that broke off may have opened it long ago.
  const isLate = Date.parse(until) <= Date.now();
  const messageId = deriveId(name, closingId, 'rating');
  if (!isLate && (await say(deps, context, { ...text, messageId })) === 'sent') return;
  settle({ log: deps.log, policy: name }, { ticketId }, await ticket.endRating(step('end'), { ticketId }));
};

/** Whether the contact may be asked again already; the closing that they were asked for may be looked at again. */
const isItsTurn = async (
  pool: Pool,
  companyId: string,
  { contactId, closingId, ratingIntervalHours }: Asking,
): Promise<boolean> => {
  const { rowCount } = await pool.query(takeTurn, [contactId, companyId, closingId, ratingIntervalHours]);
  return (rowCount ?? 0) > 0;
};

const takeTurn = `
  insert into policy.rating_request as r (contact_id, company_id, closing_id) values ($1, $2, $3)
  on conflict (contact_id) do update
  set closing_id = excluded.closing_id, at = case when r.closing_id = excluded.closing_id then r.at else now() end
  where r.closing_id = excluded.closing_id or r.at <= now() - make_interval(hours => $4::int)`;

const say = (deps: Deps, context: CommandContext, text: AutomaticText) =>
  sendAutomatic(deps)({ ...context, commandId: text.messageId }, text);

const contextOf = (companyId: string, causationId: string): CommandContext => ({
  ...{ companyId, causationId, commandId: causationId, principal: null },
  at: new Date().toISOString(),
  actor: { kind: 'policy', name },
});
