import { sliceAnswer, sliceQuery } from '#contracts/replay-player.ts';
import { may } from '#domain/access/may.ts';
import { countOfDays } from '#domain/dashboard/period.ts';
import { longestSliceDays } from '#domain/replay/moves.ts';
import { callerOf } from '../auth/guard.ts';
import { answerInBulk } from '../bulk/answer-in-bulk.ts';
import { zoneOf } from '../company/settings.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';

/** The past, played: for admins and analysts. */
export const replayPlayerRoutes = (app: App, gateway: Gateway): void => {
  app.get(
    '/replay/slice',
    { config: { heavy: 'file' }, schema: { querystring: sliceQuery, response: { 200: sliceAnswer } } },
    async (request, reply) => {
      const { user } = callerOf(request);
      if (!may(user, 'replay:view')) throw refuse('ERR_NO_PERMISSION', { action: 'replay:view' });
      const days = request.query;
      const count = countOfDays(days);
      if (count < 1) throw refuse('ERR_NO_PERIOD');
      if (count > longestSliceDays) throw refuse('ERR_PERIOD_TOO_LONG');
      const { companyId } = user;
      const input = { companyId, days, zone: zoneOf(user), now: new Date().toISOString() };
      return answerInBulk(gateway, reply, {
        job: { kind: 'slice', input },
        type: 'application/json; charset=utf-8',
      });
    },
  );
};
