import type { FastifyRequest } from 'fastify';
import {
  backlogAnswer,
  backlogQuery,
  choicesAnswer,
  dashboardAnswer,
  dashboardQuery,
  episodesAnswer,
  episodesExportQuery,
  episodesQuery,
  reportAnswer,
  reportQuery,
} from '#contracts/dashboard.ts';
import { may } from '#domain/access/may.ts';
import { metricsVersion } from '#domain/dashboard/metrics.ts';
import { countFacts } from '#projections/dashboard/queries/episodes.ts';
import { callerOf } from '../auth/guard.ts';
import { answerInBulk, refuseTooMuch } from '../bulk/answer-in-bulk.ts';
import { zoneOf } from '../company/settings.ts';
import { askedOf, shownPeriod } from '../dashboard/asked.ts';
import { readBacklog } from '../dashboard/backlog.ts';
import { figureOf, readEpisodes } from '../dashboard/episodes.ts';
import { readChoices } from '../dashboard/names.ts';
import { readOverview } from '../dashboard/overview.ts';
import { readReport } from '../dashboard/report.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { narrowedBy } from '../http/narrowed-by.ts';
import { accepted } from '../http/outcome.ts';
import { notToCome } from '../replay/instant.ts';

const config = { readModel: 'dashboard' } as const;
const figures = { ...config, heavy: 'figures' } as const;

/** Figures of the whole company: administrators only. */
export const dashboardRoutes = (app: App, gateway: Gateway): void => {
  const { tenants, signsOfLife } = gateway;
  const readerOf = (request: FastifyRequest) => {
    const { user } = callerOf(request);
    if (!may(user, 'dashboard.view')) throw refuse('ERR_NO_PERMISSION', { action: 'dashboard.view' });
    return { userId: user.id, companyId: user.companyId, zone: zoneOf(user), now: new Date() };
  };

  app.get(
    '/dashboard',
    { config: figures, schema: { querystring: dashboardQuery, response: { 200: dashboardAnswer } } },
    async request => {
      const reader = readerOf(request);
      const { days, scope } = await askedOf(tenants, request.query, reader);
      const read = await readOverview(tenants, { ...reader, scope });
      const online = await signsOfLife.online(read.attendants.map(({ id }) => id));
      return {
        ...read,
        version: metricsVersion,
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
    { config: figures, schema: { querystring: reportQuery, response: { 200: reportAnswer } } },
    async request => {
      const reader = readerOf(request);
      const { by, ...query } = request.query;
      return readReport(tenants, { ...reader, by, ...(await askedOf(tenants, query, reader)) });
    },
  );

  app.get('/dashboard/choices', { config, schema: { response: { 200: choicesAnswer } } }, async request => {
    const { companyId } = readerOf(request);
    return tenants.read(companyId, readChoices);
  });

  app.get(
    '/dashboard/episodes',
    { config: figures, schema: { querystring: episodesQuery, response: { 200: episodesAnswer } } },
    async request => readEpisodes(tenants, request.query, readerOf(request)),
  );

  app.get(
    '/dashboard/episodes.csv',
    { config: { ...config, heavy: 'file' }, schema: { querystring: episodesExportQuery } },
    async (request, reply) => {
      const reader = readerOf(request);
      const { companyId } = reader;
      const { language, ...query } = request.query;
      const { figure } = await figureOf(tenants, query, reader);
      await refuseTooMuch(gateway, companyId, gateway.exportLimits.episodes, db => countFacts(db, figure));
      const told = { what: 'dashboard' as const, format: 'csv' as const, by: narrowedBy(query) };
      return answerInBulk(gateway, reply, {
        job: { kind: 'episodes', input: { companyId, figure, language } },
        ...{ type: 'text/csv; charset=utf-8', fileName: `dashboard-${query.metric}.csv` },
        record: async () => {
          accepted(reply, await gateway.commands.dataAccess.export(commandContext(request), told));
        },
      });
    },
  );

  app.get(
    '/dashboard/backlog',
    { config: figures, schema: { querystring: backlogQuery, response: { 200: backlogAnswer } } },
    async request => {
      const reader = readerOf(request);
      const { at: asked, ...query } = request.query;
      const at = asked && notToCome(asked, reader.now);
      return readBacklog(tenants, { ...reader, at, ...(await askedOf(tenants, query, reader)) });
    },
  );
};
