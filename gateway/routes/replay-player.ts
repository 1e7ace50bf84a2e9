import { sliceAnswer, sliceQuery } from '#contracts/replay-player.ts';
import { may } from '#domain/access/may.ts';
import { countOfDays } from '#domain/dashboard/period.ts';
import { longestSliceDays } from '#domain/replay/moves.ts';
import { callerOf } from '../auth/guard.ts';
import { zoneOf } from '../company/settings.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { readSlice } from '../replay/slice.ts';

/** The past, played: for admins and analysts. */
export const replayPlayerRoutes = (app: App, { tenants }: Gateway): void => {
  app.get(
    '/replay/slice',
    { schema: { querystring: sliceQuery, response: { 200: sliceAnswer } } },
    async request => {
      const { user } = callerOf(request);
      if (!may(user, 'replay:view')) throw refuse('ERR_NO_PERMISSION', { action: 'replay:view' });
      const days = request.query;
      const count = countOfDays(days);
      if (count < 1) throw refuse('ERR_NO_PERIOD');
      if (count > longestSliceDays) throw refuse('ERR_PERIOD_TOO_LONG');
      return readSlice(tenants, { companyId: user.companyId, days, zone: zoneOf(user), now: new Date() });
    },
  );
};
