import { type Finding, findingOf } from '#commands/integrity/findings.ts';
import { commandAnswer } from '#contracts/http.ts';
import { noticesAnswer, noticesQuery, readNoticesBody } from '#contracts/notices.ts';
import { may } from '#domain/access/may.ts';
import { listNotices, type OtherNotice } from '#projections/inbox/queries/notices.ts';
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
      if (!may(user, 'notice.list')) throw refuse('ERR_NO_PERMISSION', { action: 'notice.list' });
      const { id: userId, companyId } = user;
      const found = await findingOf(pool, companyId);
      const others = found ? [noticeOf(found)] : [];
      const { before } = request.query;
      const { seenUpTo, ...page } = await tenants.read(companyId, db =>
        listNotices(db, { userId, before, others }),
      );
      const shown = before === undefined ? await withHeld(pool, companyId, { page, seenUpTo }) : page;
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

const noticeOf = ({ id, companyId, fault, foundAt, position }: Finding): OtherNotice => ({
  ...{ id, kind: 'history-broken', reason: fault.kind, subject: companyId, at: foundAt, position },
});
