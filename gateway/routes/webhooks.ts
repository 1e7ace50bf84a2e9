import { z } from 'zod';
import { resendUnsigned } from '#commands/webhook/delivery-queries.ts';
import { forgetSecrets, type GivenSecret, giveSecret } from '#commands/webhook/secrets.ts';
import { problem, problemResponses } from '#contracts/problems.ts';
import {
  changeWebhookBody,
  createdWebhookAnswer,
  createWebhookBody,
  eventTypesAnswer,
  newSecretAnswer,
  newSecretBody,
  removedWebhookAnswer,
  webhookCatalogue,
  webhooksAnswer,
  webhookView,
} from '#contracts/webhooks.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { readDestination } from '#safe-fetch/destination.ts';
import { FetchRefused } from '#safe-fetch/refusal.ts';
import { connectionViews } from '../connections/connection-views.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';
import type { WebhookCallers } from '../webhooks/webhook-callers.ts';
import { webhookResponses } from '../webhooks/webhook-responses.ts';
import { madeWebhookView, webhookViewOf, webhookViews } from '../webhooks/webhook-views.ts';

const byId = z.object({ id: z.uuid() });
const addressRefused = {
  400: problem.describe(
    'The body cannot be read, or nothing is sent to such an address (`ERR_WEBHOOK_ADDRESS`).',
  ),
};
const creationRefused = {
  ...addressRefused,
  404: problem.describe('`connectionIds` names a connection that there is not.'),
  409: problem.describe('There are as many webhooks as there can be.'),
};
const ended = {
  409: problem.describe('This call came before, and the secret that it gave was replaced since.'),
};

/** Endpoints outside that are told of what happens: contracts/webhooks.ts. Registered for admins and for keys. */
export const webhookRoutes = (app: App, gateway: Gateway, callers: WebhookCallers): void => {
  const { pool, positions, commands, outboundAllowed } = gateway;
  const { companyOf, contextOf, route, hide } = callers;
  const schemaOf = <Schema extends object>(schema: Schema) => ({ tags: ['webhooks'], hide, ...schema });

  const mustBeUsable = async (
    companyId: string,
    {
      url,
      connectionIds,
    }: { readonly url?: string | undefined; readonly connectionIds?: string[] | null | undefined },
  ): Promise<void> => {
    try {
      if (url !== undefined) readDestination(url, outboundAllowed);
    } catch (error) {
      if (error instanceof FetchRefused)
        throw refuse('ERR_WEBHOOK_ADDRESS', { field: 'url', problem: error.problem });
      throw error;
    }
    if (!connectionIds) return;
    const known = new Set((await connectionViews(gateway, companyId, false)).map(({ id }) => id));
    const unknown = connectionIds.find(id => !known.has(id));
    if (unknown) throw refuse('ERR_NO_WAPP_FOUND', { whatsappId: unknown });
  };
  const given = async (giving: Parameters<typeof giveSecret>[1]): Promise<GivenSecret> => {
    const secret = await giveSecret(gateway, giving);
    if (!secret)
      throw new CallRefused('ERR_CONFLICT', {
        message: 'The secret that this call gave was replaced since.',
      });
    return secret;
  };
  const untilShown = (position: number) => positions.waitFor('inbox', position, 2_000);
  /** As it is once the read model shows what was just done. */
  const shown = async (companyId: string, id: string, position: number) => {
    await untilShown(position);
    return webhookViewOf(gateway, companyId, id);
  };

  app.get(
    '/webhooks',
    { ...route, schema: schemaOf({ response: { ...problemResponses, 200: webhooksAnswer } }) },
    async request => ({ webhooks: await webhookViews(gateway, companyOf(request)) }),
  );

  app.get(
    '/webhooks/event-types',
    { ...route, schema: schemaOf({ response: { ...problemResponses, 200: eventTypesAnswer } }) },
    async request => {
      companyOf(request);
      return { types: webhookCatalogue.map(({ type, example }) => ({ type, example })) };
    },
  );

  app.post(
    '/webhooks',
    {
      ...route,
      schema: schemaOf({
        body: createWebhookBody,
        response: { ...problemResponses, ...creationRefused, 201: createdWebhookAnswer },
      }),
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      const context = contextOf(request);
      await mustBeUsable(companyId, request.body);
      const webhookId = idMadeBy(context, 'webhook');
      const existing = (await webhookViews(gateway, companyId)).map(({ id }) => id);
      // Before the endpoint is there, so that nothing is sent without a signature.
      const secretId = idMadeBy(context, 'secret');
      const { secret: newSecret } = await given({ webhookId, companyId, secretId });
      const outcome = await commands.webhook.create(context, { ...request.body, webhookId, existing });
      if (isRejection(outcome)) await forgetSecrets(pool, [webhookId]);
      const { position } = accepted(reply, outcome);
      reply.code(201);
      // The secret is told this one time, however late the read model is.
      await untilShown(position);
      const found = (await webhookViews(gateway, companyId)).find(({ id }) => id === webhookId);
      const made = { ...request.body, id: webhookId };
      const { secret: _masked, ...view } =
        found ?? (await madeWebhookView(gateway, companyId, made, context.at));
      return { ...view, newSecret };
    },
  );

  app.get(
    '/webhooks/:id',
    { ...route, schema: schemaOf({ params: byId, response: { ...webhookResponses, 200: webhookView } }) },
    request => webhookViewOf(gateway, companyOf(request), request.params.id),
  );

  app.put(
    '/webhooks/:id',
    {
      ...route,
      schema: schemaOf({
        ...{ params: byId, body: changeWebhookBody },
        response: { ...webhookResponses, ...addressRefused, 200: webhookView },
      }),
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      const { id } = request.params;
      await mustBeUsable(companyId, request.body);
      const outcome = await commands.webhook.change(contextOf(request), { ...request.body, webhookId: id });
      return shown(companyId, id, accepted(reply, outcome).position);
    },
  );

  app.delete(
    '/webhooks/:id',
    {
      ...route,
      schema: schemaOf({ params: byId, response: { ...webhookResponses, 200: removedWebhookAnswer } }),
    },
    async (request, reply) => {
      companyOf(request);
      const { id } = request.params;
      accepted(reply, await commands.webhook.remove(contextOf(request), { webhookId: id }));
      return { id };
    },
  );

  app.post(
    '/webhooks/:id/secret',
    {
      ...route,
      schema: schemaOf({
        ...{ params: byId, body: newSecretBody.nullish() },
        response: { ...webhookResponses, ...ended, 200: newSecretAnswer },
      }),
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      const { id } = request.params;
      const context = contextOf(request);
      accepted(reply, await commands.webhook.renewSecret(context, { webhookId: id }));
      const secretId = idMadeBy(context, `secret of ${id}`);
      const { endPrevious = false } = request.body ?? {};
      const made = await given({ webhookId: id, companyId, secretId, endPrevious });
      await resendUnsigned(pool, id);
      return { id, newSecret: made.secret, previousUntil: made.previousUntil.toISOString() };
    },
  );
};
