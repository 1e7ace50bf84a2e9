import { settings } from '#domain/company/settings.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { pause } from '#eventstore/pause.ts';
import { sendAutomatic } from './automatic/send-automatic.ts';
import type { FollowDeps } from './follow-policy.ts';
import { policyNames } from './names.ts';
import { settle } from './settle.ts';
import { atOnce, lookAtSilent, type SilenceDeps, type Silent } from './silent-tickets.ts';

const name = policyNames.autoClose;
const everyMs = 30_000;
/** After a failure. */
const againAfterMs = 2_000;

/**
 * Closes open tickets in which nothing was written for as long as their company waits, until the signal aborts, and
 * warns their contacts before where it wants that. A time when nobody looked delays that and skips none. Several
 * processes may do it at once.
 */
export const closeQuietTickets = async (
  deps: SilenceDeps & Pick<FollowDeps, 'signal'>,
  report: FollowerReport,
): Promise<void> => {
  const { log, signal } = deps;
  while (!signal.aborted) {
    const done = await lookOnce(deps).catch(error => {
      if (signal.aborted) return 0;
      log.warn({ err: error, policy: name }, 'silent tickets could not be looked at');
      report.failed(error);
      return undefined;
    });
    if (done !== undefined) report.succeeded();
    if (done === undefined) await pause(againAfterMs, signal);
    else if (done < atOnce) await pause(everyMs, signal);
  }
};

const lookOnce = async (deps: SilenceDeps): Promise<number> =>
  Math.max(await warnDue(deps), await closeDue(deps));

/**
 * One look; answers how many it closed. What is written later than the look finds the ticket closed, and stands in the
 * one that is opened instead.
 */
export const closeDue = (deps: SilenceDeps): Promise<number> =>
  lookAtSilent(deps, {
    due: dueToClose,
    act: row => close(deps, row),
    done: 'delete from policy.quiet_ticket where ticket_id = any($1::uuid[])',
  });

/** One look; answers how many contacts it warned, each once for each silence. */
export const warnDue = (deps: SilenceDeps): Promise<number> =>
  lookAtSilent(deps, {
    due: dueToWarn,
    act: row => warn(deps, row),
    done: `update policy.quiet_ticket set warned_for = quiet_since, warned_at = now()
      where ticket_id = any($1::uuid[])`,
  });

/** In seconds. The company's hours go before the installation's; none closes none. */
const wait = 'coalesce(c.hours, $1::float8) * 3600';
const minutes = `coalesce(c.warning_minutes, ${settings.autoCloseWarningMinutes.fallback})`;
/** Half of the wait at most: nobody is warned as soon as they fall silent. */
const lead = `least(${minutes} * 60, ${wait} / 2)`;
const from = `
  select q.ticket_id, q.company_id, q.quiet_since::text as since
  from policy.quiet_ticket q left join policy.auto_close c using (company_id)
  where ${wait} > 0`;
const silentFor = (seconds: string) => `q.quiet_since <= now() - make_interval(secs => ${seconds})`;
const oldest = 'order by q.quiet_since limit $2 for update of q skip locked';

/** Who is to be warned has the whole time after it, however late the warning was. */
const dueToClose = `${from} and ${silentFor(wait)}
  and (${minutes} = 0
    or (q.warned_for = q.quiet_since and q.warned_at <= now() - make_interval(secs => ${lead})))
  ${oldest}`;
const dueToWarn = `${from} and ${silentFor(`${wait} - ${lead}`)}
  and c.warning_minutes > 0 and q.warned_for is distinct from q.quiet_since
  ${oldest}`;

const contextOf = (companyId: string, commandId: string) => ({
  ...{ companyId, commandId, at: new Date().toISOString(), principal: null },
  actor: { kind: 'policy' as const, name },
});

const close = async (
  { commands, log }: SilenceDeps,
  { ticket_id: ticketId, company_id: companyId, since }: Silent,
) => {
  const context = contextOf(companyId, deriveId(name, ticketId, since));
  const outcome = await commands.ticket.closeQuiet(context, { ticketId });
  settle({ log, policy: name }, { ticketId }, outcome);
};

const warn = async (deps: SilenceDeps, { ticket_id: ticketId, company_id: companyId, since }: Silent) => {
  const voice = await deps.commands.ticket.voice(companyId, { ticketId });
  if (!voice) return;
  const messageId = deriveId(name, 'warning', ticketId, since);
  await sendAutomatic({ ...deps, pool: deps.innerPool })(contextOf(companyId, messageId), {
    ...{ messageId, ticketId, contactId: voice.contactId },
    ...{ kind: 'auto-close-warning', body: voice.text('autoCloseWarning') },
  });
};
