import type { FastifyRequest } from 'fastify';
import {
  choicesAnswer,
  dashboardAnswer,
  dashboardQuery,
  reportAnswer,
  reportQuery,
} from '#contracts/dashboard.ts';
import { minPositionHeader } from '#contracts/http.ts';
import { may } from '#domain/access/may.ts';
import { callerOf } from '../auth/guard.ts';
import { zoneOf } from '../company/settings.ts';
import { daysOf, scopeOf, shownPeriod } from '../dashboard/asked.ts';
import { readChoices } from '../dashboard/names.ts';
import { readOverview } from '../dashboard/overview.ts';
import { readReport } from '../dashboard/report.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';

const patienceMs = 2_000;

/** Figures of the whole company: administrators only. */
export const dashboardRoutes = (app: App, { tenants, positions, signsOfLife }: Gateway): void => {
  const readerOf = async (request: FastifyRequest) => {
    const { user } = callerOf(request);
    if (!may(user, 'dashboard.view')) throw refuse('ERR_NO_PERMISSION');
    const wanted = Number(request.headers[minPositionHeader] ?? 0);
    await positions.waitFor('dashboard', wanted, patienceMs);
    return { userId: user.id, companyId: user.companyId, zone: zoneOf(user), now: new Date() };
  };

  app.get(
    '/dashboard',
    { schema: { querystring: dashboardQuery, response: { 200: dashboardAnswer } } },
    async request => {
      const reader = await readerOf(request);
      const days = daysOf(request.query, reader.now, reader.zone);
      const scope = scopeOf(request.query, days, reader.zone);
      const read = await readOverview(tenants, { ...reader, scope });
      const online = await signsOfLife.online(read.attendants.map(({ id }) => id));
      return {
        ...read,
        attendants: read.attendants.map(each => ({
          ...each,
          online: online.has(each.id) || each.id === reader.userId,
        })),
        period: shownPeriod(days, reader.zone),
      };
    },
  );

  app.get(
    '/dashboard/report',
    { schema: { querystring: reportQuery, response: { 200: reportAnswer } } },
    async request => {
      const reader = await readerOf(request);
      const { by, ...query } = request.query;
      const days = daysOf(query, reader.now, reader.zone);
      return readReport(tenants, { ...reader, days, by, scope: scopeOf(query, days, reader.zone) });
    },
  );

  app.get('/dashboard/choices', { schema: { response: { 200: choicesAnswer } } }, async request => {
    const { companyId } = await readerOf(request);
    return tenants.read(companyId, readChoices);
  });
};
