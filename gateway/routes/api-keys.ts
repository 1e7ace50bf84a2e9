import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ApiKeyView, apiKeysAnswer, createApiKeyAnswer, createApiKeyBody } from '#contracts/api-keys.ts';
import { commandAnswer } from '#contracts/http.ts';
import { may } from '#domain/access/may.ts';
import type { Action } from '#domain/access/table.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { type KnownApiKey, listApiKeys } from '#projections/inbox/queries/api-keys.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted, refusalOfRejection } from '../http/outcome.ts';
import { endKey, keepKey, lastUses, newKeyToken } from '../outside/tokens.ts';

const params = z.object({ id: z.uuid() });

/** Keys for programs outside, in the hands of administrators. */
export const apiKeyRoutes = (app: App, { pool, tenants, commands }: Gateway): void => {
  const admin = (request: FastifyRequest, action: Action) => {
    const { user } = callerOf(request);
    if (!may(user, action)) throw refuse('ERR_NO_PERMISSION', { action });
    return user;
  };

  app.get('/api-keys', { schema: { response: { 200: apiKeysAnswer } } }, async request => {
    const { companyId } = admin(request, 'apiKey.list');
    const [keys, uses] = await Promise.all([tenants.read(companyId, listApiKeys), lastUses(pool, companyId)]);
    return keys.map(key => shown(key, uses.get(key.id) ?? null));
  });

  app.post(
    '/api-keys',
    { schema: { body: createApiKeyBody, response: { 201: createApiKeyAnswer } } },
    async (request, reply) => {
      const user = admin(request, 'apiKey.create');
      const context = commandContext(request);
      const { companyId } = context;
      const id = idMadeBy(context, 'api-key');
      const there = await tenants.read(companyId, listApiKeys);
      const existing = there.flatMap(key => (key.revokedAt === null ? key.id : []));
      const fresh = newKeyToken();
      const { name, scopes, expiresAt = null } = request.body;
      const asked = { apiKeyId: id, name, prefix: fresh.prefix, scopes, expiresAt, existing };
      const outcome = await commands.apiKey.create(context, asked);
      if (isRejection(outcome)) throw refusalOfRejection(outcome);
      const { position } = accepted(reply, outcome);
      const { state } = outcome;
      if (state.status !== 'active') throw refuse('ERR_CONFLICT');
      const { prefix, expiresAt: until } = state;
      const { token } = prefix === fresh.prefix ? fresh : newKeyToken(prefix);
      await keepKey(pool, { id, companyId, token, scopes: state.scopes, expiresAt: until });
      const createdBy = { id: user.id, name: user.name };
      const made = { id, name: name.trim(), prefix, scopes: [...state.scopes], createdAt: context.at };
      const view = shown({ ...made, createdBy, expiresAt: until, revokedAt: null }, null);
      return reply.code(201).send({ ...view, token, position });
    },
  );

  app.delete(
    '/api-keys/:id',
    { schema: { params, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { companyId } = admin(request, 'apiKey.revoke');
      const { id } = request.params;
      // First: what is shown as revoked must open nothing.
      await endKey(pool, companyId, id);
      const outcome = await commands.apiKey.revoke(commandContext(request), { apiKeyId: id });
      return { id, position: accepted(reply, outcome).position };
    },
  );
};

const shown = (key: KnownApiKey, lastUsedAt: string | null): ApiKeyView => ({
  ...{ id: key.id, name: key.name, prefix: key.prefix, scopes: key.scopes },
  ...{ createdAt: key.createdAt, createdBy: key.createdBy },
  ...{ expiresAt: key.expiresAt, revokedAt: key.revokedAt, lastUsedAt },
  status: statusOf(key),
});

const statusOf = ({ revokedAt, expiresAt }: KnownApiKey): ApiKeyView['status'] => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active';
};
