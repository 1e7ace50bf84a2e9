import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Outcome, stepOf } from '#commands/context.ts';
import { commandAnswer } from '#contracts/http.ts';
import {
  changeUserBody,
  createUserBody,
  type UserRow,
  userListAnswer,
  userRow,
  usersAnswer,
  usersQuery,
} from '#contracts/users.ts';
import type { UserView } from '#contracts/views.ts';
import { administers, may } from '#domain/access/may.ts';
import type { Revocation } from '#domain/session/events.ts';
import { usersById } from '#projections/access/queries.ts';
import { listUsers, userById, userNames } from '#projections/inbox/queries/users.ts';
import { setFirstPassword } from '../auth/credentials.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext, idMadeBy, principalOf } from '../http/command-context.ts';
import { accepted, refusalOfRejection } from '../http/outcome.ts';
import { keepingAnAdmin } from '../users/keep-an-admin.ts';

const params = z.object({ id: z.uuid() });
const patienceMs = 10_000;

/** The calls about users: see contracts/users.ts. A `companyId` in a query changes nothing. */
export const userRoutes = (app: App, gateway: Gateway): void => {
  readRoutes(app, gateway);
  createRoute(app, gateway);
  changeRoute(app, gateway);
  endRoutes(app, gateway);
};

const readRoutes = (app: App, gateway: Gateway): void => {
  const { tenants } = gateway;

  app.get(
    '/users',
    { schema: { querystring: usersQuery, response: { 200: usersAnswer } } },
    async request => {
      const { user } = callerOf(request);
      if (!may(user, 'user.list')) throw refuse('ERR_NO_PERMISSION', { action: 'user.list' });
      const page = await tenants.read(user.companyId, db => listUsers(db, request.query));
      return { ...page, users: await shown(gateway, page.users) };
    },
  );

  app.get(
    '/users/list',
    { schema: { querystring: usersQuery, response: { 200: userListAnswer } } },
    async request => {
      const { companyId } = callerOf(request).user;
      const page = await tenants.read(companyId, db => userNames(db, request.query));
      return { ...page, users: [...page.users] };
    },
  );

  app.get('/users/:id', { schema: { params, response: { 200: userRow } } }, request => {
    const { user } = callerOf(request);
    const { id } = request.params;
    if (user.id !== id && !may(user, 'user.list')) throw refuse('ERR_NO_PERMISSION', { action: 'user.list' });
    return oneShown(gateway, user.companyId, id);
  });
};

const createRoute = (app: App, gateway: Gateway): void => {
  app.post(
    '/users',
    { schema: { body: createUserBody, response: { 201: userRow } } },
    async (request, reply) => {
      const context = commandContext(request);
      const { password, whatsappIds: connectionIds, ...fields } = request.body;
      const userId = idMadeBy(context, 'user');
      const input = { ...fields, userId, connectionIds, superAdmin: false };
      const { position } = accepted(reply, await gateway.commands.user.create(context, input));
      await setFirstPassword(gateway.pool, { userId, companyId: context.companyId, password });
      return reply.code(201).send(await answer(gateway, context.companyId, { userId, position }));
    },
  );
};

const changeRoute = (app: App, gateway: Gateway): void => {
  const { commands, pool, callers, ownPasswords } = gateway;

  app.put(
    '/users/:id',
    { schema: { params, body: changeUserBody, response: { 200: userRow } } },
    async (request, reply) => {
      const { id: userId } = request.params;
      const context = commandContext(request);
      const { companyId } = context;
      const { password, currentPassword, whatsappIds: connectionIds, ...fields } = request.body;
      const before = (await usersById(pool, [userId])).get(userId);
      if (password) await mayChangePassword(gateway, request, userId);
      const isOtherEmail = fields.email !== undefined && fields.email !== before?.email;
      const isAsked = callerOf(request).user.id === userId && (Boolean(password) || isOtherEmail);
      if (isAsked) await ownPasswords.check(userId, currentPassword ?? '');
      const given = { ...fields, userId, connectionIds, passwordChecked: isAsked };
      const change = (otherAdmins: readonly string[] = []) =>
        commands.user.change(context, { ...given, otherAdmins });
      const isDemoted = fields.profile !== undefined && !administers({ profile: fields.profile });
      const mayDemote = isDemoted && administers(callerOf(request).user);
      const outcome = await (mayDemote ? keepingAnAdmin(pool, { companyId, userId }, change) : change());
      const { position } = accepted(reply, outcome);
      const note = noteRevoked(gateway, request, userId);
      if (password) {
        // First: no password is changed without an entry that says so.
        accepted(reply, await commands.user.changePassword(stepOf(context, 'password'), { userId }));
        note('password', await callers.changePassword({ userId, companyId }, password));
      } else if (fields.profile && fields.profile !== before?.profile)
        note('profile', await callers.revoke(userId));
      return answer(gateway, companyId, { userId, position });
    },
  );
};

const endRoutes = (app: App, gateway: Gateway): void => {
  const { commands, pool, callers } = gateway;
  const remove = async (request: FastifyRequest, reply: FastifyReply, userId: string) => {
    const context = commandContext(request);
    const place = { companyId: context.companyId, userId };
    const work = (otherAdmins: readonly string[] = []): Promise<Outcome> =>
      commands.user.remove(context, { userId, otherAdmins });
    const isAllowed = may(callerOf(request).user, 'user.remove');
    return accepted(reply, await (isAllowed ? keepingAnAdmin(pool, place, work) : work()));
  };

  app.delete(
    '/users/:id',
    { schema: { params, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { id } = request.params;
      const { position } = await remove(request, reply, id);
      noteRevoked(gateway, request, id)('removal', await callers.forget(id));
      return { id, position };
    },
  );

  app.delete(
    '/users/:id/sessions',
    { schema: { params, response: { 200: z.object({ id: z.uuid() }) } } },
    async request => {
      const { id } = request.params;
      const refused = await commands.user.refuseOnAccount(commandContext(request), id);
      if (refused) throw refusalOfRejection(refused);
      noteRevoked(gateway, request, id)('everywhere', await callers.revoke(id));
      return { id };
    },
  );
};

/** Writes down which sessions ended, why and by whom. */
const noteRevoked =
  ({ sessionJournal }: Gateway, request: FastifyRequest, userId: string) =>
  (reason: Revocation, ended: readonly string[]): void =>
    sessionJournal.revoked(ended, { principal: principalOf(callerOf(request).user), userId, reason });

const mayChangePassword = async (
  { commands }: Gateway,
  request: FastifyRequest,
  userId: string,
): Promise<void> => {
  const refused = await commands.user.refuseOnAccount(commandContext(request), userId);
  if (refused) throw refusalOfRejection(refused);
};

/** The user as it is from then on, once every screen shows it so. */
const answer = async (
  gateway: Gateway,
  companyId: string,
  { userId, position }: { readonly userId: string; readonly position: number },
): Promise<UserRow> => {
  const { positions } = gateway;
  const there = await Promise.all([
    positions.waitFor('inbox', position, patienceMs),
    positions.waitFor('access', position, patienceMs),
  ]);
  if (there.includes(false)) throw refuse('ERR_UNAVAILABLE');
  return oneShown(gateway, companyId, userId);
};

const oneShown = async (gateway: Gateway, companyId: string, id: string): Promise<UserRow> => {
  const user = await gateway.tenants.read(companyId, db => userById(db, id));
  const [row] = user ? await shown(gateway, [user]) : [];
  if (!row) throw refuse('ERR_NO_USER_FOUND');
  return row;
};

const shown = async ({ signsOfLife }: Gateway, users: readonly UserView[]): Promise<UserRow[]> => {
  const online = await signsOfLife.online(users.map(({ id }) => id));
  return users.map(user => ({ ...user, online: online.has(user.id) }));
};
