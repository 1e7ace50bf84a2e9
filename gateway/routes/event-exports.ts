import { type EventExportFormat, type EventExportQuery, eventExportQuery } from '#contracts/event-exports.ts';
import { may } from '#domain/access/may.ts';
import { countOfDays, longestPeriodDays, spanOf } from '#domain/dashboard/period.ts';
import { countCases, type Slice } from '#projections/dashboard/queries/cases.ts';
import { callerOf } from '../auth/guard.ts';
import { answerInBulk, refuseTooMuch } from '../bulk/answer-in-bulk.ts';
import { zoneOf } from '../company/settings.ts';
import { refuseUnknown } from '../dashboard/known.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import { pseudonymKey } from '../event-exports/pseudonyms.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { narrowedBy } from '../http/narrowed-by.ts';
import { accepted } from '../http/outcome.ts';

type Format = { readonly type: string; readonly ending: string };
const formats: Readonly<Record<EventExportFormat, Format>> = {
  xes: { type: 'application/xml; charset=utf-8', ending: 'xes' },
  ocel: { type: 'application/json; charset=utf-8', ending: 'ocel.json' },
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
};

/** A period's events as a file for process mining: analysts and administrators; names for administrators only. */
export const eventExportRoutes = (app: App, gateway: Gateway): void => {
  const { commands, secrets, exportLimits, tenants } = gateway;
  const route = { config: { heavy: 'file' }, schema: { querystring: eventExportQuery } } as const;
  app.get('/replay/export', route, async (request, reply) => {
    const { user } = callerOf(request);
    const { format, language, ...query } = request.query;
    const names = query.names === 'yes';
    if (!may(user, 'replay:view')) throw refuse('ERR_NO_PERMISSION', { action: 'replay:view' });
    if (names && !may(user, 'replay.exportNames'))
      throw refuse('ERR_NO_PERMISSION', { action: 'replay.exportNames' });
    const { companyId } = user;
    const slice = sliceOf(query, zoneOf(user));
    const { queue, connection, attendant } = query;
    await refuseUnknown(tenants, companyId, { queue, connection, user: attendant });
    await refuseTooMuch(gateway, companyId, exportLimits.cases, (db, most) => countCases(db, slice, most));
    const told = { what: 'events' as const, format, by: narrowedBy(query) };
    const { type, ending } = formats[format];
    const input = { companyId, slice, format, names, language };
    return answerInBulk(gateway, reply, {
      job: {
        kind: 'events',
        input: { ...input, pseudonymKey: pseudonymKey(secrets.jwtKey, companyId) },
      },
      ...{ type, fileName: `${query.from}_${query.to}.${ending}` },
      // Who takes data along is seen: nothing goes out that could not be told of.
      record: async () => {
        accepted(reply, await commands.dataAccess.export(commandContext(request), told));
      },
    });
  });
};

const sliceOf = (
  { from, to, queue, connection, attendant }: Omit<EventExportQuery, 'format' | 'language'>,
  zone: string,
): Slice => {
  const count = countOfDays({ from, to });
  if (count < 1 || count > longestPeriodDays)
    throw new CallRefused('ERR_VALIDATION', { message: `1 to ${longestPeriodDays} days` });
  return { ...spanOf({ from, to }, zone), queueId: queue, connectionId: connection, userId: attendant };
};
