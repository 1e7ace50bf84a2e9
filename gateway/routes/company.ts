import { z } from 'zod';
import {
  changeSettingBody,
  commandAnswer,
  settingsAnswer,
  userListAnswer,
  usersAnswer,
  usersQuery,
} from '#contracts/http.ts';
import { may } from '#domain/access/may.ts';
import { listSettings, listUsers, userNames } from '#projections/inbox/queries/records.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const byKey = z.object({ key: z.string().regex(/^\w{1,60}$/) });

/** Users and settings of the caller's company. A `companyId` in the query changes nothing. */
export const companyRoutes = (app: App, { tenants, commands }: Gateway): void => {
  app.get(
    '/users',
    { schema: { querystring: usersQuery, response: { 200: usersAnswer } } },
    async request => {
      const { user } = callerOf(request);
      if (!may(user, 'user.list')) throw refuse('ERR_NO_PERMISSION');
      const page = await tenants.read(user.companyId, db => listUsers(db, request.query));
      return { ...page, users: [...page.users] };
    },
  );

  app.get('/users/list', { schema: { response: { 200: userListAnswer } } }, async request => {
    const names = await tenants.read(callerOf(request).user.companyId, userNames);
    return names.map(({ id, name, queueIds }) => ({ id, name, queueIds: [...queueIds] }));
  });

  app.get('/settings', { schema: { response: { 200: settingsAnswer } } }, async request => [
    ...(await tenants.read(callerOf(request).user.companyId, listSettings)),
  ]);

  app.put(
    '/settings/:key',
    { schema: { params: byKey, body: changeSettingBody, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const context = commandContext(request);
      const change = { key: request.params.key, value: request.body.value };
      const { position } = accepted(reply, await commands.company.changeSetting(context, change));
      return { id: context.companyId, position };
    },
  );
};
