import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Commands } from '#commands/commands.ts';
import type { CommandContext, Outcome, Principal } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import type { Revocation } from '#domain/session/events.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { createBackground } from './background.ts';
import type { LoggedIn, StolenSession } from './sessions.ts';

/** Wrong passwords for one account are told of once in this time at most. */
export const failureMinutes = 10;
const sweepMs = 60_000;

type Account = { readonly id: string; readonly companyId: string };
type By = { readonly principal: Principal };
type From = { readonly address: string };

type Deps = {
  readonly pool: Pool;
  readonly commands: Pick<Commands, 'session'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/**
 * Writes into the log who came in and went, when and from where; never a password. Nobody waits for it: a login takes
 * as long for an account that there is as for one that there is not, and goes on when the log cannot be written.
 */
export const createSessionJournal = ({ pool, commands: { session: commands }, log }: Deps) => {
  const background = createBackground(log, 'what happened to a session could not be written down');
  const inBackground = background.run;
  const must = (outcome: Outcome): void => {
    if (isRejection(outcome)) throw new Error(`refused: ${outcome.rejected}`);
  };

  const ofEach = <Item>(items: readonly Item[], write: (item: Item) => Promise<Outcome>) =>
    background.each(items, async item => must(await write(item)));

  const tellFailures = async (userIds: readonly string[] | null): Promise<void> => {
    const { rows } = await pool.query<Untold>(taking, [userIds, failureMinutes]);
    await ofEach(rows, ({ userId, companyId, count, address }) =>
      commands.fail(bySystem(companyId), { userId, count, address: address ?? '' }),
    );
  };
  const sweep = setInterval(() => inBackground(() => tellFailures(null)), sweepMs);
  sweep.unref();

  return {
    /** With what the login took over, which ended first. */
    loggedIn: ({ sessionId, userId, tookOver }: LoggedIn, { principal, address }: By & From): void =>
      inBackground(async () => {
        await ofEach(tookOver, ended => {
          const takeover = { userId, sessionId: ended, bySessionId: sessionId, address };
          return commands.end(byPerson(principal), { kind: 'takeover', ...takeover });
        });
        must(await commands.logIn(byPerson(principal), { userId, sessionId, address }));
      }),
    loggedOut: (sessionIds: readonly string[], { principal, address }: By & From): void =>
      inBackground(() =>
        ofEach(sessionIds, sessionId => {
          const { userId } = principal;
          return commands.end(byPerson(principal), { kind: 'logout', userId, sessionId, address });
        }),
      ),
    revoked: (
      sessionIds: readonly string[],
      { principal, userId, reason }: By & { readonly userId: string; readonly reason: Revocation },
    ): void =>
      inBackground(() =>
        ofEach(sessionIds, sessionId =>
          commands.end(byPerson(principal), { kind: 'revocation', userId, sessionId, reason }),
        ),
      ),
    /** Nobody's doing: the address is that from which its token came again. */
    stolen: ({ sessionId, userId, companyId }: StolenSession['stolen'], { address }: From): void =>
      inBackground(async () => {
        const ending = { kind: 'revocation', reason: 'stolen', userId, sessionId, address } as const;
        must(await commands.end(bySystem(companyId), ending));
      }),
    /** A wrong password for these accounts, of none where there is none. */
    failed: (accounts: readonly Account[], { address }: From): void =>
      inBackground(async () => {
        if (accounts.length === 0) return;
        const userIds = accounts.map(({ id }) => id);
        await pool.query(counting, [userIds, accounts.map(({ companyId }) => companyId), address]);
        await tellFailures(userIds);
      }),
    /** Resolves when everything is written that was to be. */
    close: async (): Promise<void> => {
      clearInterval(sweep);
      await background.done();
    },
  };
};
export type SessionJournal = ReturnType<typeof createSessionJournal>;

const context = (companyId: string) => ({ companyId, commandId: newId(), at: new Date().toISOString() });
const bySystem = (companyId: string): CommandContext => ({
  ...{ ...context(companyId), actor: { kind: 'system' }, principal: null },
});
const byPerson = (principal: Principal): CommandContext => ({
  ...{ ...context(principal.companyId), actor: { kind: 'user', id: principal.userId }, principal },
});

type Untold = {
  readonly userId: string;
  readonly companyId: string;
  readonly count: number;
  readonly address: string | null;
};

const counting = `
insert into secrets.login_failure as f (user_id, company_id, untold, address)
select u, c, 1, $3 from unnest($1::uuid[], $2::uuid[]) as said(u, c) order by u
on conflict (user_id) do update set untold = f.untold + 1, address = excluded.address`;

/** Each is taken by one gateway; the address is kept no longer than until then. */
const taking = `
with taken as (
  select user_id, untold, address from secrets.login_failure
   where untold > 0 and ($1::uuid[] is null or user_id = any($1::uuid[]))
     and (told_at is null or told_at < now() - make_interval(mins => $2))
   order by user_id for update)
update secrets.login_failure f set untold = 0, address = null, told_at = now()
  from taken where f.user_id = taken.user_id
returning f.user_id as "userId", f.company_id as "companyId", taken.untold as count, taken.address`;
