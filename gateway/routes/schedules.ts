import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { commandAnswer } from '#contracts/http.ts';
import { fileAnswer, shownFile } from '#contracts/records.ts';
import { scheduleBody, schedulesAnswer, schedulesQuery, scheduleView } from '#contracts/schedules.ts';
import type { ScheduledFile } from '#domain/schedule/events.ts';
import { isLivingSchedule } from '#domain/schedule/schedule.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { findSchedule, listSchedules } from '#projections/inbox/queries/schedules.ts';
import { viewerOf } from '../auth/callers.ts';
import { callerOf } from '../auth/guard.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';
import { receiveForm } from '../media/received-files.ts';
import { keepFile } from '../media/send-files.ts';
import { plannedBy, scheduleInSight } from '../schedules/planned-by.ts';
import { onlyFile } from './record-files.ts';

const params = z.object({ id: z.uuid() });
const command = { params, response: { 200: commandAnswer } };

/** Scheduled messages: one's own, and those of contacts that one may see. */
export const scheduleReadRoutes = (app: App, { tenants }: Gateway): void => {
  app.get(
    '/schedules',
    { schema: { querystring: schedulesQuery, response: { 200: schedulesAnswer } } },
    request => {
      const { user } = callerOf(request);
      return tenants.read(user.companyId, db => listSchedules(db, viewerOf(user), request.query));
    },
  );

  app.get('/schedules/:id', { schema: { params, response: { 200: scheduleView } } }, async request => {
    const { user } = callerOf(request);
    const { id } = request.params;
    const found = await tenants.read(user.companyId, db => findSchedule(db, viewerOf(user), id));
    if (!found) throw refuse('ERR_NO_SCHEDULE_FOUND');
    return found;
  });
};

export const scheduleCommandRoutes = (app: App, gateway: Gateway): void => {
  const { commands, media } = gateway;

  app.post(
    '/schedules',
    { schema: { body: scheduleBody, response: { 201: commandAnswer } } },
    async (request, reply) => {
      const context = commandContext(request);
      const id = idMadeBy(context, 'schedule');
      const plan = await plannedBy(gateway, callerOf(request), request.body);
      const outcome = await commands.schedule.create(context, { scheduleId: id, ...plan });
      return reply.code(201).send({ id, position: accepted(reply, outcome).position });
    },
  );

  app.put('/schedules/:id', { schema: { ...command, body: scheduleBody } }, async (request, reply) => {
    const { id } = request.params;
    const caller = callerOf(request);
    const state = await scheduleInSight(gateway, caller, id);
    const former = isLivingSchedule(state) ? state.plan : undefined;
    const plan = await plannedBy(gateway, caller, request.body, former);
    const outcome = await commands.schedule.change(commandContext(request), { scheduleId: id, ...plan });
    return { id, position: accepted(reply, outcome).position };
  });

  for (const [path, verb] of [
    ['send', 'sendNow'],
    ['cancel', 'cancel'],
  ] as const)
    app.post(`/schedules/:id/${path}`, { schema: command }, async (request, reply) => {
      const { id } = request.params;
      await scheduleInSight(gateway, callerOf(request), id);
      const outcome = await commands.schedule[verb](commandContext(request), { scheduleId: id });
      return { id, position: accepted(reply, outcome).position };
    });

  app.delete('/schedules/:id', { schema: command }, async (request, reply) => {
    const { id } = request.params;
    const context = commandContext(request);
    await scheduleInSight(gateway, callerOf(request), id);
    const outcome = await commands.schedule.remove(context, { scheduleId: id });
    const { position } = accepted(reply, outcome);
    const removed = await commands.schedule.read(context.companyId, id);
    const file = removed.status === 'removed' ? removed.file : null;
    if (file) await media.release(context.companyId, file.id);
    return { id, position };
  });

  fileRoutes(app, gateway);
};

const fileRoutes = (app: App, gateway: Gateway): void => {
  const { commands, media, mediaLimits } = gateway;
  const path = '/schedules/:id/file-upload';
  const schema = { params, response: { 200: fileAnswer } };

  /** Gives it this file, or none; what it had before is given up. */
  const attach = async (request: FastifyRequest, id: string, file: ScheduledFile | null) => {
    const context = commandContext(request);
    const outcome = await commands.schedule.attach(context, { scheduleId: id, file });
    const gone = isRejection(outcome) ? file?.id : formerFile(outcome.before, file);
    if (gone) await media.release(context.companyId, gone);
    return outcome;
  };

  app.post(path, { config: { upload: true }, schema }, async (request, reply) => {
    const { id } = request.params;
    const context = commandContext(request);
    const state = await scheduleInSight(gateway, callerOf(request), id);
    if (!isLivingSchedule(state)) throw refuse('ERR_NO_SCHEDULE_FOUND');
    if (!request.isMultipart())
      throw new CallRefused('ERR_VALIDATION', { message: 'body: a form is wanted' });
    const given = await onlyFile(await receiveForm(request, media, mediaLimits));
    const { companyId } = context;
    const fileId = idMadeBy(context, 'file');
    const owner = { companyId, messageId: fileId, persons: [state.plan.contactId] };
    const kept = await keepFile(gateway, owner, given).finally(() => given.draft.discard());
    const file = { id: fileId, ...kept };
    const { position } = accepted(reply, await attach(request, id, file));
    return { id, ...shown(companyId, file), position };
  });

  app.delete(path, { schema }, async (request, reply) => {
    const { id } = request.params;
    const caller = callerOf(request);
    await scheduleInSight(gateway, caller, id);
    const { position } = accepted(reply, await attach(request, id, null));
    return { id, ...shown(caller.user.companyId, null), position };
  });
};

const formerFile = (
  before: Parameters<typeof isLivingSchedule>[0] | undefined,
  now: ScheduledFile | null,
): string | undefined => {
  const former = before && isLivingSchedule(before) ? before.plan.file?.id : undefined;
  return former === now?.id ? undefined : former;
};

const shown = (companyId: string, file: ScheduledFile | null) =>
  shownFile(companyId, file && { id: file.id, ...file.media, name: file.media.name ?? '' });
