import { commandAnswer } from '#contracts/http.ts';
import { noticesAnswer, noticesQuery, readNoticesBody } from '#contracts/notices.ts';
import { may } from '#domain/access/may.ts';
import { listNotices } from '#projections/inbox/queries/notices.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';
import { withHeld } from './held-notice.ts';

/** What administrators must know, and what each of them has seen of it. */
export const noticeRoutes = (app: App, { pool, tenants, commands }: Gateway): void => {
  app.get(
    '/notices',
    { schema: { querystring: noticesQuery, response: { 200: noticesAnswer } } },
    async request => {
      const { user } = callerOf(request);
      if (!may(user, 'notice.list')) throw refuse('ERR_NO_PERMISSION');
      const { before } = request.query;
      const { seenUpTo, ...page } = await tenants.read(user.companyId, db =>
        listNotices(db, user.id, before),
      );
      const shown = before === undefined ? await withHeld(pool, user.companyId, { page, seenUpTo }) : page;
      return { ...shown, notices: [...shown.notices] };
    },
  );

  app.post(
    '/notices/read',
    { schema: { body: readNoticesBody, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const outcome = await commands.notice.read(commandContext(request), request.body);
      return { id: callerOf(request).user.id, position: accepted(reply, outcome).position };
    },
  );
};
