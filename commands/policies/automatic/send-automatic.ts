import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { type AutomaticKind, automaticLimits, isCounted } from '#domain/message/automatic.ts';
import type { Media, MediaType } from '#domain/message/events.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import type { Commands } from '../../commands.ts';
import type { CommandContext } from '../../context.ts';
import { LostRace } from '../../lost-race.ts';
import type { FollowDeps } from '../follow-policy.ts';

export type AutomaticText = {
  /** Made of what caused it: the same cause is the same message. */
  readonly messageId: string;
  readonly ticketId: string;
  readonly contactId: string;
  readonly kind: AutomaticKind;
  readonly body: string;
  /** The file, which is stored already. */
  readonly file?: { readonly mediaType: MediaType; readonly media: Media } | undefined;
};

/** `sent` also when it was sent before; `limited` when the contact has had enough; `refused` by the rules. */
export type Sent = 'sent' | 'limited' | 'refused';

type Deps = {
  readonly pool: Pool;
  readonly commands: Pick<Commands, 'message'>;
  readonly log: FollowDeps['log'];
};

/**
 * Sends what nobody writes, once for each message id: at most `same` equal texts to a contact within `withinMs` and
 * `aDay` in 24 hours, so that two machines that answer each other end by themselves. Throws when it must be tried again.
 */
export const sendAutomatic =
  ({ pool, commands, log }: Deps) =>
  async (context: CommandContext, text: AutomaticText): Promise<Sent> => {
    if (isCounted(text.kind) && !(await count(pool, context.companyId, text))) return 'limited';
    const { messageId, ticketId, body, kind } = text;
    const input = { messageId, ticketId, body, automatic: kind, ...text.file };
    const outcome = await commands.message.queue(context, input);
    if (!isRejection(outcome) || outcome.rejected === 'ERR_CREATING_MESSAGE') return 'sent';
    if (outcome.rejected === 'ERR_CONFLICT') throw new LostRace(`lost every race for message ${messageId}`);
    log.warn({ messageId, kind, rejected: outcome.rejected }, 'an automatic text was refused');
    return 'refused';
  };

/** Whether it may go; what was counted before may. */
const count = (
  pool: Pool,
  companyId: string,
  { messageId, contactId, body }: AutomaticText,
): Promise<boolean> =>
  inTransaction(pool, async client => {
    // What a crash takes of this is counted once less; the message's own id keeps it from going twice.
    await client.query('set local synchronous_commit = off');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`automatic ${contactId}`]);
    const words = createHash('sha256').update(body).digest();
    const { rows } = await client.query<{ known: boolean; same: number; all: number }>(counted, [
      contactId,
      messageId,
      words,
      automaticLimits.withinMs / 1000,
    ]);
    const { known = false, same = 0, all = 0 } = rows[0] ?? {};
    if (known) return true;
    if (same >= automaticLimits.same || all >= automaticLimits.aDay) return false;
    await client.query(
      'insert into policy.automatic_text (message_id, company_id, contact_id, words) values ($1, $2, $3, $4)',
      [messageId, companyId, contactId, words],
    );
    await client.query(
      `delete from policy.automatic_text where contact_id = $1 and at < now() - interval '2 days'`,
      [contactId],
    );
    return true;
  });

const counted = `
  select coalesce(bool_or(message_id = $2), false) as known,
    count(*) filter (where words = $3 and at > now() - make_interval(secs => $4))::int as same,
    count(*) filter (where at > now() - interval '24 hours')::int as all
  from policy.automatic_text where contact_id = $1`;
