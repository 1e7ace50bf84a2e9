import { Readable } from 'node:stream';
import { type EventExportFormat, type EventExportQuery, eventExportQuery } from '#contracts/event-exports.ts';
import { may } from '#domain/access/may.ts';
import { countOfDays, longestPeriodDays, spanOf } from '#domain/dashboard/period.ts';
import { callerOf } from '../auth/guard.ts';
import { zoneOf } from '../company/settings.ts';
import { refuseUnknown } from '../dashboard/known.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import type { Naming } from '../event-exports/naming.ts';
import { pseudonymsOf } from '../event-exports/pseudonyms.ts';
import type { Site } from '../event-exports/slice.ts';
import { eventsCsv } from '../event-exports/write-csv.ts';
import { eventsOcel } from '../event-exports/write-ocel.ts';
import { eventsXes } from '../event-exports/write-xes.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { narrowedBy } from '../http/narrowed-by.ts';
import { accepted } from '../http/outcome.ts';

type Format = {
  readonly type: string;
  readonly ending: string;
  readonly write: (site: Site, naming: Naming) => AsyncGenerator<string>;
};
const formats: Readonly<Record<EventExportFormat, Format>> = {
  xes: { type: 'application/xml; charset=utf-8', ending: 'xes', write: eventsXes },
  ocel: { type: 'application/json; charset=utf-8', ending: 'ocel.json', write: eventsOcel },
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv', write: eventsCsv },
};

/** A period's events as a file for process mining: analysts and administrators; names for administrators only. */
export const eventExportRoutes = (app: App, { tenants, commands, secrets }: Gateway): void => {
  app.get('/replay/export', { schema: { querystring: eventExportQuery } }, async (request, reply) => {
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
    const by = narrowedBy(query);
    // Who takes data along is seen: nothing goes out that could not be told of.
    const told = { what: 'events' as const, format, by };
    accepted(reply, await commands.dataAccess.export(commandContext(request), told));
    const { type, ending, write } = formats[format];
    const naming = { names, language, pseudonym: pseudonymsOf(secrets.jwtKey, companyId) };
    return reply
      .header('content-disposition', `attachment; filename="${query.from}_${query.to}.${ending}"`)
      .type(type)
      .send(Readable.from(write({ tenants, companyId, slice }, naming)));
  });
};

const sliceOf = (
  { from, to, queue, connection, attendant }: Omit<EventExportQuery, 'format' | 'language'>,
  zone: string,
): Site['slice'] => {
  const count = countOfDays({ from, to });
  if (count < 1 || count > longestPeriodDays)
    throw new CallRefused('ERR_VALIDATION', { message: `1 to ${longestPeriodDays} days` });
  return { ...spanOf({ from, to }, zone), queueId: queue, connectionId: connection, userId: attendant };
};
