import { z } from 'zod';
import {
  findDelivery,
  listDeliveries,
  resendDelivery,
  resendPeriod,
  sendTest,
} from '#commands/webhook/delivery-queries.ts';
import { DeliveryUnmade, requestOf } from '#commands/webhook/send-delivery.ts';
import { problem } from '#contracts/problems.ts';
import {
  deliveriesAnswer,
  deliveriesQuery,
  deliveryAnswer,
  queuedDeliveryAnswer,
  resendAnswer,
  resendBody,
} from '#contracts/webhooks.ts';
import { shownEvents } from '../erasures/shown-events.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import type { WebhookCallers } from '../webhooks/webhook-callers.ts';
import { webhookResponses } from '../webhooks/webhook-responses.ts';
import { cursorOf, deliveryViewOf, placeOf, webhookViewOf } from '../webhooks/webhook-views.ts';

const byId = z.object({ id: z.uuid() });
const oneDelivery = byId.extend({ deliveryId: z.uuid() });
const sendingResponses = {
  ...webhookResponses,
  409: problem.describe('The webhook is disabled: enable it, and ask again.'),
};

const tooMany = {
  429: problem.describe(
    'Too many calls of the token: `limit` says which limit was met; or, without `limit`, as many such calls go on as can at once. `Retry-After` says how long to wait.',
  ),
};

/** What was sent to endpoints and what they answered; sending again; trying one. Registered for admins and for keys. */
export const webhookDeliveryRoutes = (app: App, gateway: Gateway, callers: WebhookCallers): void => {
  const { pool, keys } = gateway;
  const store = shownEvents(gateway);
  const { route, hide } = callers;
  const schemaOf = <Schema extends object>(schema: Schema) => ({ tags: ['webhooks'], hide, ...schema });
  type Asked = Parameters<WebhookCallers['companyOf']>[0];

  /** @throws ERR_NO_WEBHOOK_FOUND */
  const endpointOf = async (request: Asked, id: string) => {
    const companyId = callers.companyOf(request);
    const { id: endpointId, enabled } = await webhookViewOf(gateway, companyId, id);
    return { companyId, endpointId, enabled };
  };
  /** One that something can be sent to: what is asked for would wait, else. @throws ERR_WEBHOOK_DISABLED too */
  const enabledOf = async (request: Asked, id: string) => {
    const { enabled, ...of } = await endpointOf(request, id);
    if (!enabled) throw refuse('ERR_WEBHOOK_DISABLED');
    return of;
  };

  app.get(
    '/webhooks/:id/deliveries',
    {
      ...route,
      schema: schemaOf({
        ...{ params: byId, querystring: deliveriesQuery },
        response: { ...webhookResponses, 200: deliveriesAnswer },
      }),
    },
    async request => {
      const { cursor, limit, status, type } = request.query;
      const after = cursor === undefined ? undefined : placeOf(cursor);
      if (cursor !== undefined && !after) throw refuse('ERR_VALIDATION', { field: 'cursor' });
      const of = await endpointOf(request, request.params.id);
      const found = await listDeliveries(pool, of, { status, type, after, most: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const hasMore = found.length > limit;
      const nextCursor = hasMore && last ? cursorOf(last) : null;
      return { deliveries: page.map(deliveryViewOf), hasMore, nextCursor };
    },
  );

  app.get(
    '/webhooks/:id/deliveries/:deliveryId',
    {
      ...route,
      schema: schemaOf({ params: oneDelivery, response: { ...webhookResponses, 200: deliveryAnswer } }),
    },
    async request => {
      const of = await endpointOf(request, request.params.id);
      const delivery = await findDelivery(pool, of, request.params.deliveryId);
      if (!delivery) throw refuse('ERR_NO_DELIVERY_FOUND');
      const made = await requestOf({ pool, keys, store }, delivery, new Date()).catch(orUnmade);
      return {
        ...deliveryViewOf(delivery),
        ...(made instanceof DeliveryUnmade
          ? { request: null, requestProblem: made.problem }
          : requestShown(made)),
        answer: delivery.answer,
      };
    },
  );

  app.post(
    '/webhooks/:id/deliveries/:deliveryId/resend',
    {
      ...route,
      schema: schemaOf({ params: oneDelivery, response: { ...sendingResponses, 202: queuedDeliveryAnswer } }),
    },
    async (request, reply) => {
      const { deliveryId } = request.params;
      const of = await enabledOf(request, request.params.id);
      if (!(await resendDelivery(pool, of, deliveryId))) throw refuse('ERR_NO_DELIVERY_FOUND');
      return reply.code(202).send({ deliveryId });
    },
  );

  app.post(
    '/webhooks/:id/resend',
    {
      ...route,
      // Of a long period that is much to write.
      config: { ...route.config, heavy: 'figures' },
      schema: schemaOf({
        ...{ params: byId, body: resendBody },
        response: { ...sendingResponses, ...tooMany, 202: resendAnswer },
      }),
    },
    async (request, reply) => {
      const of = await enabledOf(request, request.params.id);
      return reply.code(202).send({ count: await resendPeriod(pool, of, request.body) });
    },
  );

  app.post(
    '/webhooks/:id/test',
    {
      ...route,
      schema: schemaOf({ params: byId, response: { ...sendingResponses, 202: queuedDeliveryAnswer } }),
    },
    async (request, reply) => {
      const of = await enabledOf(request, request.params.id);
      return reply.code(202).send({ deliveryId: await sendTest(pool, of) });
    },
  );
};

/** One that cannot be made can be looked at all the same. */
const orUnmade = (error: unknown): DeliveryUnmade => {
  if (error instanceof DeliveryUnmade) return error;
  throw error;
};

const requestShown = (made: Awaited<ReturnType<typeof requestOf>>) => ({
  request: made ? { ...made.request, headers: { ...made.request.headers } } : null,
  requestProblem: null,
});
