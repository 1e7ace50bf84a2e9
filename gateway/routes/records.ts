import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RecordOutcome } from '#commands/record-commands.ts';
import { commandAnswer } from '#contracts/http.ts';
import { pageQuery, recordCalls, shownFile } from '#contracts/records.ts';
import { may } from '#domain/access/may.ts';
import { type AnyRecord, records } from '#domain/records/records.ts';
import { listRecords, pageOfRecords, recordsByIds } from '#projections/records/queries/records.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';
import { recordFileRoutes, releaseFormer } from './record-files.ts';

const params = z.object({ id: z.uuid() });

/** The calls about every record: see contracts/records.ts. */
export const recordRoutes = (app: App, gateway: Gateway): void => {
  for (const record of Object.values(records)) {
    readRoutes(app, gateway, record);
    commandRoutes(app, gateway, record);
    if ('file' in record.fields) recordFileRoutes(app, gateway, record);
  }
};

const readRoutes = (app: App, { tenants }: Gateway, record: AnyRecord): void => {
  const { path, pageOf } = record;
  const calls = recordCalls(record);
  const asking = (request: FastifyRequest) => {
    const { user } = callerOf(request);
    if (!may(user, record.actions.read)) throw refuse('ERR_NO_PERMISSION');
    return user;
  };

  if (pageOf)
    app.get(path, { schema: { querystring: pageQuery, response: { 200: calls.page } } }, async request => {
      const { companyId, id } = asking(request);
      const { rows, ...page } = await tenants.read(companyId, db =>
        pageOfRecords(db, record, id, request.query),
      );
      return { ...page, [pageOf]: [...rows] };
    });

  app.get(pageOf ? `${path}/list` : path, { schema: { response: { 200: calls.list } } }, async request => {
    const { companyId, id } = asking(request);
    return [...(await tenants.read(companyId, db => listRecords(db, record, id)))];
  });

  app.get(`${path}/:id`, { schema: { params, response: { 200: calls.one } } }, async request => {
    const { companyId, id: userId } = asking(request);
    const { id } = request.params;
    const [one] = await tenants.read(companyId, db => recordsByIds(db, record, [id], userId));
    if (!one) throw refuse(record.missing);
    return one;
  });
};

const commandRoutes = (app: App, { commands: all, media, tenants }: Gateway, record: AnyRecord): void => {
  const { path, idField, kebab, most } = record;
  const commands = all.anyRecord[record.concept];
  const { body, one } = recordCalls(record);
  /** What it is from then on; when it was removed meanwhile, what the form made of it. */
  const answered = (
    request: FastifyRequest,
    reply: FastifyReply,
    { id, outcome }: { readonly id: string; readonly outcome: RecordOutcome },
  ) => {
    accepted(reply, outcome);
    const { id: caller, companyId } = callerOf(request).user;
    const now = 'state' in outcome && outcome.state.status === 'active' ? outcome.state : undefined;
    const values = now ? record.values.parse(now.values) : record.valuesAfter(request.body);
    const file = shownFile(companyId, record.fileOf(now));
    return one.parse({ ...values, ...file, id, userId: now?.userId ?? caller, companyId });
  };

  /** Of a record that a company may have only so many of. */
  const knownIds = async (companyId: string): Promise<readonly string[]> =>
    most ? (await tenants.read(companyId, db => listRecords(db, record, null))).map(row => row.id) : [];

  app.post(path, { schema: { body, response: { 201: one } } }, async (request, reply) => {
    const context = commandContext(request);
    const id = idMadeBy(context, kebab);
    const existing = await knownIds(context.companyId);
    const outcome = await commands.create(context, { ...request.body, [idField]: id, existing });
    return reply.code(201).send(answered(request, reply, { id, outcome }));
  });

  app.put(`${path}/:id`, { schema: { params, body, response: { 200: one } } }, async (request, reply) => {
    const { id } = request.params;
    const outcome = await commands.change(commandContext(request), { ...request.body, [idField]: id });
    return answered(request, reply, { id, outcome });
  });

  const removal: z.ZodObject = z.object(record.removal);
  /** What takes the place of what goes must be another that is there. */
  const checkSuccessor = async (companyId: string, id: string, successorId: unknown) => {
    if (typeof successorId !== 'string') return;
    const there = await tenants.read(companyId, db => recordsByIds(db, record, [successorId], null));
    if (there.length === 0 || successorId === id) throw refuse(record.missing, { successorId });
  };

  app.delete(
    `${path}/:id`,
    { schema: { params, querystring: removal, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { id } = request.params;
      const context = commandContext(request);
      const { successorId } = request.query;
      await checkSuccessor(context.companyId, id, successorId);
      const outcome = await commands.remove(context, { ...request.query, [idField]: id });
      const { position } = accepted(reply, outcome);
      await releaseFormer(media, context.companyId, { record, outcome });
      return { id, position };
    },
  );
};
