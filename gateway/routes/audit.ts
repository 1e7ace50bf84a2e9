import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { auditDetail, auditNews, auditNewsQuery, auditPage, auditQuery } from '#contracts/audit.ts';
import { may } from '#domain/access/may.ts';
import { countNews, listEntries } from '#projections/audit/queries/entries.ts';
import { detailOf } from '../audit/detail.ts';
import { callerOf } from '../auth/guard.ts';
import { zoneOf } from '../company/settings.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';

const byId = z.object({ id: z.uuid() });
const config = { readModel: 'audit' } as const;

/** What happened in the company: who, when, what, on what and because of what. Administrators only. */
export const auditRoutes = (app: App, gateway: Gateway): void => {
  const { tenants } = gateway;
  const readerOf = (request: FastifyRequest) => {
    const { user } = callerOf(request);
    if (!may(user, 'audit.read')) throw refuse('ERR_NO_PERMISSION');
    return { companyId: user.companyId, zone: zoneOf(user) };
  };

  app.get(
    '/audit',
    { config, schema: { querystring: auditQuery, response: { 200: auditPage } } },
    request => {
      const { companyId, zone } = readerOf(request);
      return tenants.read(companyId, db => listEntries(db, request.query, zone));
    },
  );

  app.get(
    '/audit/news',
    { config, schema: { querystring: auditNewsQuery, response: { 200: auditNews } } },
    async request => {
      const { companyId, zone } = readerOf(request);
      return { count: await tenants.read(companyId, db => countNews(db, request.query, zone)) };
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
