import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { QueueMenuOutcome } from '#commands/queue-menu/queue-menu-commands.ts';
import { commandAnswer } from '#contracts/http.ts';
import {
  changeQueueOptionBody,
  createQueueOptionBody,
  type QueueOptionView,
  queueOptionsAnswer,
  queueOptionsQuery,
  queueOptionView,
  topParent,
} from '#contracts/queue-options.ts';
import { optionsBelow, type QueueOption } from '#domain/queue-menu/tree.ts';
import { records } from '#domain/records/records.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { optionsOfQueue, queueOfOption } from '#projections/inbox/queries/queue-menus.ts';
import { recordsByIds } from '#projections/records/queries/records.ts';
import type { Queryable } from '#projections/tenant.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const params = z.object({ id: z.uuid() });
/** So long a new option may take until calls find it by its id. */
const patienceMs = 2_000;

/** The calls about the options of queues. Everybody may read them, as queues are; who may change queues changes them. */
export const queueOptionRoutes = (app: App, gateway: Gateway): void => {
  readRoutes(app, gateway);
  commandRoutes(app, gateway);
};

const readRoutes = (app: App, { tenants }: Gateway): void => {
  app.get(
    '/queue-options',
    { schema: { querystring: queueOptionsQuery, response: { 200: queueOptionsAnswer } } },
    async request => {
      const { queueId, parentId } = request.query;
      return tenants.read(callerOf(request).user.companyId, async db => {
        const options = await optionsFor(db, queueId);
        const parent = parentId === String(topParent) ? null : parentId;
        if (parent !== null && !options.some(({ id }) => id === parent))
          throw refuse('ERR_NO_QUEUE_OPTION_FOUND');
        return viewsBelow(options, queueId, parent);
      });
    },
  );

  app.get('/queue-options/:id', { schema: { params, response: { 200: queueOptionView } } }, async request => {
    const { id } = request.params;
    return tenants.read(callerOf(request).user.companyId, async db => {
      const queueId = await queueOfOption(db, id);
      const view = queueId && viewOf(await optionsOfQueue(db, queueId), queueId, id);
      if (!view) throw refuse('ERR_NO_QUEUE_OPTION_FOUND');
      return view;
    });
  });
};

const commandRoutes = (app: App, { commands, positions, tenants }: Gateway): void => {
  const queueFor = async (companyId: string, id: string): Promise<string> => {
    const queueId = await tenants.read(companyId, db => queueOfOption(db, id));
    if (queueId === undefined) throw refuse('ERR_NO_QUEUE_OPTION_FOUND');
    return queueId;
  };
  /** The option as it is from then on. */
  const answered = (
    reply: FastifyReply,
    outcome: QueueMenuOutcome,
    { queueId, id }: { readonly queueId: string; readonly id: string },
  ): QueueOptionView => {
    accepted(reply, outcome);
    const view = isRejection(outcome) ? undefined : viewOf(outcome.menu.options, queueId, id);
    if (!view) throw refuse('ERR_NO_QUEUE_OPTION_FOUND');
    return view;
  };

  app.post(
    '/queue-options',
    { schema: { body: createQueueOptionBody, response: { 201: queueOptionView } } },
    async (request, reply) => {
      const context = commandContext(request);
      const { parentId, ...given } = request.body;
      const id = idMadeBy(context, 'queue-option');
      const command = { ...given, optionId: id, parentId: parentIn(parentId) };
      const outcome = await commands.queueMenu.add(context, command);
      const view = answered(reply, outcome, { queueId: given.queueId, id });
      if (!isRejection(outcome)) await positions.waitFor('inbox', outcome.position, patienceMs);
      return reply.code(201).send(view);
    },
  );

  app.put(
    '/queue-options/:id',
    { schema: { params, body: changeQueueOptionBody, response: { 200: queueOptionView } } },
    async (request, reply) => {
      const { id } = request.params;
      const { parentId, option: place, ...texts } = request.body;
      const context = commandContext(request);
      const queueId = await queueFor(context.companyId, id);
      const outcome = await commands.queueMenu.change(context, {
        ...{ queueId, optionId: id, ...texts, place },
        parentId: parentId === undefined ? undefined : parentIn(parentId),
      });
      return answered(reply, outcome, { queueId, id });
    },
  );

  app.delete(
    '/queue-options/:id',
    { schema: { params, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { id } = request.params;
      const context = commandContext(request);
      const queueId = await queueFor(context.companyId, id);
      const outcome = await commands.queueMenu.remove(context, { queueId, optionId: id });
      return { id, position: accepted(reply, outcome).position };
    },
  );
};

const parentIn = (parentId: string | typeof topParent): string | null =>
  parentId === topParent ? null : parentId;

const optionsFor = async (db: Queryable, queueId: string): Promise<readonly QueueOption[]> => {
  const [queue] = await recordsByIds(db, records.queue, [queueId], null);
  if (!queue) throw refuse('ERR_NO_QUEUE_FOUND');
  return optionsOfQueue(db, queueId);
};

const viewsBelow = (
  options: readonly QueueOption[],
  queueId: string,
  parentId: string | null,
): QueueOptionView[] =>
  optionsBelow(options, parentId).map(({ id, title, message }, index) => ({
    ...{ id, queueId, parentId: parentId ?? topParent, option: index + 1, title, message },
    children: viewsBelow(options, queueId, id),
  }));

const viewOf = (
  options: readonly QueueOption[],
  queueId: string,
  id: string,
): QueueOptionView | undefined => {
  const option = options.find(each => each.id === id);
  return option && viewsBelow(options, queueId, option.parentId).find(each => each.id === id);
};
