import { z } from 'zod';
import { eraseContactBody, erasureAnswer, erasuresAnswer, erasuresQuery } from '#contracts/http.ts';
import { may } from '#domain/access/may.ts';
import { listErasures } from '#projections/inbox/queries/erasures.ts';
import { callerOf } from '../auth/guard.ts';
import { erasureFor, proofsOf } from '../erasures/erasure-views.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const byContact = z.object({ contactId: z.uuid() });
const patienceMs = 10_000;

/** Erasing a person for good, and the proofs that it was done. Administrators only. */
export const erasureRoutes = (app: App, gateway: Gateway): void => {
  const { tenants, positions, commands, pool } = gateway;
  const companyOf = (request: Parameters<typeof callerOf>[0]): string => {
    const { user } = callerOf(request);
    if (!may(user, 'contact.erase')) throw refuse('ERR_NO_PERMISSION', { action: 'contact.erase' });
    return user.companyId;
  };

  app.get(
    '/contacts/:contactId/erasure',
    { schema: { params: byContact, response: { 200: erasureAnswer } } },
    request => erasureFor(gateway, companyOf(request), request.params.contactId),
  );

  app.post(
    '/contacts/:contactId/erasure',
    { schema: { params: byContact, body: eraseContactBody, response: { 200: erasureAnswer } } },
    async (request, reply) => {
      const companyId = companyOf(request);
      const { contactId } = request.params;
      const before = await erasureFor(gateway, companyId, contactId);
      if (before.erased) return before;
      const { confirmation } = request.body;
      const command = { contactId, confirmation, counts: before.counts };
      const { position } = accepted(reply, await commands.contact.erase(commandContext(request), command));
      // Until then screens still show the person: whoever is told "erased" must be able to rely on it.
      if (!(await positions.waitFor('inbox', position, patienceMs))) throw refuse('ERR_UNAVAILABLE');
      return erasureFor(gateway, companyId, contactId);
    },
  );

  app.get(
    '/erasures',
    { schema: { querystring: erasuresQuery, response: { 200: erasuresAnswer } } },
    async request => {
      const { pageNumber } = request.query;
      const page = await tenants.read(companyOf(request), db => listErasures(db, pageNumber));
      return { ...page, erasures: await proofsOf(pool, page.erasures) };
    },
  );
};
