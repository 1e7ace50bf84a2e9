import { z } from 'zod';
import { queueUseAnswer } from '#contracts/http.ts';
import { may } from '#domain/access/may.ts';
import { records } from '#domain/records/records.ts';
import { queueUse } from '#projections/inbox/queries/records.ts';
import { recordsByIds } from '#projections/records/queries/records.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';

const params = z.object({ id: z.uuid() });

/** What goes with a queue, for who would remove it; for queues themselves see records.ts. */
export const queueRoutes = (app: App, { tenants }: Gateway): void => {
  app.get('/queue/:id/use', { schema: { params, response: { 200: queueUseAnswer } } }, async request => {
    const { user } = callerOf(request);
    const { id } = request.params;
    if (!may(user, 'queue.remove')) throw refuse('ERR_NO_PERMISSION', { action: 'queue.remove' });
    return tenants.read(user.companyId, async db => {
      const found = await recordsByIds(db, records.queue, [id], null);
      if (found.length === 0) throw refuse('ERR_NO_QUEUE_FOUND');
      return queueUse(db, id);
    });
  });
};
