import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type AuditFilter,
  auditDetail,
  auditExportQuery,
  auditNews,
  auditNewsQuery,
  auditPage,
  auditQuery,
} from '#contracts/audit.ts';
import { may } from '#domain/access/may.ts';
import { countEntries } from '#projections/audit/queries/count-entries.ts';
import { countNews, listEntries } from '#projections/audit/queries/entries.ts';
import { detailOf } from '../audit/detail.ts';
import { callerOf } from '../auth/guard.ts';
import { answerInBulk, refuseTooMuch } from '../bulk/answer-in-bulk.ts';
import { zoneOf } from '../company/settings.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const byId = z.object({ id: z.uuid() });
const config = { readModel: 'audit' } as const;
const types = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const;

/** What happened in the company: who, when, what, on what and because of what. Administrators only. */
export const auditRoutes = (app: App, gateway: Gateway): void => {
  const { tenants } = gateway;
  const readerOf = (request: FastifyRequest) => {
    const { user } = callerOf(request);
    if (!may(user, 'audit.read')) throw refuse('ERR_NO_PERMISSION', { action: 'audit.read' });
    return { companyId: user.companyId, zone: zoneOf(user) };
  };

  /** Who looks is seen, too: nobody is shown what cannot be told of. */
  const tellSearch = async (request: FastifyRequest, reply: FastifyReply, filter: AuditFilter) => {
    const look = { look: JSON.stringify(Object.entries(filter).toSorted()), by: narrowedBy(filter) };
    accepted(reply, await gateway.commands.dataAccess.searchAudit(commandContext(request), look));
  };

  app.get(
    '/audit',
    { config, schema: { querystring: auditQuery, response: { 200: auditPage } } },
    async (request, reply) => {
      const { companyId, zone } = readerOf(request);
      const { cursor, ...filter } = request.query;
      if (!cursor) await tellSearch(request, reply, filter);
      return tenants.read(companyId, db => listEntries(db, request.query, zone));
    },
  );

  app.get(
    '/audit/news',
    { config, schema: { querystring: auditNewsQuery, response: { 200: auditNews } } },
    async request => {
      const { companyId, zone } = readerOf(request);
      const { id } = callerOf(request).user;
      return { count: await tenants.read(companyId, db => countNews(db, request.query, zone, id)) };
    },
  );

  app.get(
    '/audit/export',
    { config: { ...config, heavy: 'file' }, schema: { querystring: auditExportQuery } },
    async (request, reply) => {
      const { companyId, zone } = readerOf(request);
      const { format, language, ...filter } = request.query;
      await refuseTooMuch(gateway, companyId, gateway.exportLimits.auditEntries, (db, most) =>
        countEntries(db, filter, zone, most),
      );
      const told = { what: 'audit' as const, format, by: narrowedBy(filter) };
      return answerInBulk(gateway, reply, {
        job: { kind: 'audit', input: { companyId, format, language, zone, filter } },
        ...{ type: types[format], fileName: `auditoria.${format}` },
        record: async () => {
          accepted(reply, await gateway.commands.dataAccess.export(commandContext(request), told));
        },
      });
    },
  );

  app.get(
    '/audit/:id',
    { config, schema: { params: byId, response: { 200: auditDetail } } },
    async request => {
      const detail = await detailOf(gateway, readerOf(request), request.params.id);
      if (!detail) throw refuse('ERR_NO_AUDIT_ENTRY_FOUND');
      return detail;
    },
  );
};

/** Words that were sought may be somebody's name: that there were some is all that is told. */
const narrowedBy = (filter: AuditFilter): string[] =>
  Object.entries(filter).flatMap(([name, value]) => {
    if (value === undefined || name === 'routine') return [];
    return name === 'q' ? [name] : [`${name}=${value}`];
  });
