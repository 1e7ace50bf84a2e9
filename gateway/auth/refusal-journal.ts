import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Commands } from '#commands/commands.ts';
import type { CommandContext } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import { mostRefusedActions } from '#domain/session/events.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { type AccessUser, usersById } from '#projections/access/queries.ts';
import type { CallRefused } from '../errors/refusal.ts';
import { principalOf } from '../http/command-context.ts';
import { createBackground } from './background.ts';

/** What one person is refused is noted once in this time at most. */
export const refusalMinutes = 10;
const sweepMs = 60_000;

type Deps = {
  readonly pool: Pool;
  readonly commands: Pick<Commands, 'session'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/** The right that was wanting, where the refusal names it; undefined for a refusal that is none of rights. */
const wantedOf = ({ code, details }: CallRefused): { readonly action: string | null } | undefined => {
  if (code === 'ERR_WRONG_PASSWORD') return { action: 'ownPassword' };
  if (code !== 'ERR_NO_PERMISSION') return undefined;
  return { action: typeof details?.action === 'string' ? details.action : null };
};

/**
 * Counts what people who are logged in want and may not, and writes it into the log: the first at once, and what comes
 * within ten minutes together. Nobody waits for it, and no call fails because of it.
 */
export const createRefusalJournal = ({ pool, commands: { session: commands }, log }: Deps) => {
  const background = createBackground(log, 'what somebody was refused could not be written down');

  const write = async (userIds: readonly string[] | null): Promise<void> => {
    const { rows } = await pool.query<Refused>(taking, [userIds, refusalMinutes]);
    const users = await usersById(
      pool,
      rows.map(({ userId }) => userId),
    );
    await background.each(rows, async ({ companyId, ...refused }) => {
      const outcome = await commands.refuse(contextOf(companyId, users.get(refused.userId)), refused);
      if (isRejection(outcome)) throw new Error(`refused: ${outcome.rejected}`);
    });
  };
  const sweep = setInterval(() => background.run(() => write(null)), sweepMs);
  sweep.unref();

  return {
    /** Does nothing for a refusal that has nothing to do with what somebody may. */
    refused: ({ id, companyId }: AccessUser, refusal: CallRefused, address: string): void => {
      const wanted = wantedOf(refusal);
      if (!wanted) return;
      background.run(async () => {
        await pool.query(counting, [id, companyId, wanted.action, address, mostRefusedActions]);
        await write([id]);
      });
    },
    /** Resolves when everything is written that was to be. */
    close: async (): Promise<void> => {
      clearInterval(sweep);
      await background.done();
    },
  };
};
export type RefusalJournal = ReturnType<typeof createRefusalJournal>;

/** In the name of who was refused; of who is gone meanwhile, in the system's. */
const contextOf = (companyId: string, user: AccessUser | undefined): CommandContext => ({
  ...{ companyId, commandId: newId(), at: new Date().toISOString() },
  ...(user
    ? { actor: { kind: 'user', id: user.id }, principal: principalOf(user) }
    : { actor: { kind: 'system' }, principal: null }),
});

type Refused = {
  readonly userId: string;
  readonly companyId: string;
  readonly count: number;
  readonly actions: readonly string[];
  readonly address: string;
};

const counting = `
insert into secrets.access_refusal as r (user_id, company_id, unnoted, actions, address)
values ($1, $2, 1, array_remove(array[$3::text], null), $4)
on conflict (user_id) do update set unnoted = r.unnoted + 1, address = excluded.address,
  actions = case when cardinality(r.actions) >= $5 or r.actions @> excluded.actions then r.actions
    else r.actions || excluded.actions end`;

/** Each is taken by one gateway; the address is kept no longer than until then. */
const taking = `
with taken as (
  select user_id, unnoted, actions, address from secrets.access_refusal
   where unnoted > 0 and ($1::uuid[] is null or user_id = any($1::uuid[]))
     and (noted_at is null or noted_at < now() - make_interval(mins => $2))
   order by user_id for update)
update secrets.access_refusal r set unnoted = 0, actions = '{}', address = '', noted_at = now()
  from taken where r.user_id = taken.user_id
returning r.user_id as "userId", r.company_id as "companyId", taken.unnoted as count, taken.actions, taken.address`;
