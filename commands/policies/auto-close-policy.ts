import { settings } from '#domain/company/settings.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { keepLooking } from '#eventstore/parking/keep-looking.ts';
import { type Aside, openAside } from '#eventstore/parking/set-aside.ts';
import { sendAutomatic } from './automatic/send-automatic.ts';
import type { FollowDeps } from './follow-policy.ts';
import { policyNames } from './names.ts';
import { settle } from './settle.ts';
import { atOnce, lookAtSilent, type SilenceDeps, type Silent, silenceWorker } from './silent-tickets.ts';

const name = policyNames.autoClose;
const usualEveryMs = 30_000;

/**
 * Closes open tickets in which nothing was written for as long as their company waits, until the signal aborts, and
 * warns their contacts before where it wants that. A time when nobody looked delays that and skips none. Several
 * processes may do it at once.
 */
export const closeQuietTickets = async (
  deps: SilenceDeps & Pick<FollowDeps, 'signal'> & { readonly everyMs?: number | undefined },
  report: FollowerReport,
): Promise<void> => {
  const { log, signal, everyMs = usualEveryMs } = deps;
  const aside = asideOf(deps);
  await keepLooking({ log, signal, report, everyMs, atOnceAfter: atOnce, begin: aside.begin }, async () =>
    Math.max(await warnDue(deps, aside), await closeDue(deps, aside)),
  );
};

const asideOf = ({ pool, log }: SilenceDeps): Aside => openAside({ pool, worker: silenceWorker, log });

/**
 * One look; answers how many it tried to close. What is written later than the look finds the ticket closed, and stands in
 * the one that is opened instead.
 */
export const closeDue = (deps: SilenceDeps, aside = asideOf(deps)): Promise<number> =>
  lookAtSilent(deps, aside, {
    ...{ what: 'close', due: dueToClose },
    act: row => close(deps, row),
    done: 'delete from policy.quiet_ticket where ticket_id = $1',
  });

/** One look; answers how many contacts it tried to warn, each once for each silence. */
export const warnDue = (deps: SilenceDeps, aside = asideOf(deps)): Promise<number> =>
  lookAtSilent(deps, aside, {
    ...{ what: 'warn', due: dueToWarn },
    act: row => warn(deps, row),
    done: 'update policy.quiet_ticket set warned_for = quiet_since, warned_at = now() where ticket_id = $1',
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

/** Who is to be warned has the whole time after it, however late the warning was. */
const dueToClose = `${from} and ${silentFor(wait)}
  and (${minutes} = 0
    or (q.warned_for = q.quiet_since and q.warned_at <= now() - make_interval(secs => ${lead})))`;
const dueToWarn = `${from} and ${silentFor(`${wait} - ${lead}`)}
  and c.warning_minutes > 0 and q.warned_for is distinct from q.quiet_since`;

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
