import { Readable } from 'node:stream';
import { historyState, requestRun } from '#commands/integrity/runs.ts';
import { type IntegrityAnswer, integrityAnswer } from '#contracts/integrity.ts';
import { may } from '#domain/access/may.ts';
import { entryById } from '#projections/audit/queries/entries.ts';
import { namesOf } from '#projections/audit/queries/names.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';

/** Whether the company's history is as it was written. Administrators only. */
export const integrityRoutes = (app: App, { pool, tenants, checkpointFiles }: Gateway): void => {
  const companyOf = (request: Parameters<typeof callerOf>[0]): string => {
    const { user } = callerOf(request);
    if (!may(user, 'audit.verify')) throw refuse('ERR_NO_PERMISSION', { action: 'audit.verify' });
    return user.companyId;
  };

  const stateOf = async (companyId: string): Promise<IntegrityAnswer> => {
    const state = await historyState(pool, companyId);
    const eventId = state.run?.report?.fault?.eventId;
    if (!eventId) return { ...state, about: null };
    return tenants.read(companyId, async db => {
      const found = await entryById(db, eventId);
      if (!found) return { ...state, about: null };
      const { entry } = found;
      return { ...state, about: { entry, names: [...(await namesOf(db, [entry]))] } };
    });
  };

  app.get('/audit/integrity', { schema: { response: { 200: integrityAnswer } } }, request =>
    stateOf(companyOf(request)),
  );

  app.post('/audit/integrity', { schema: { response: { 200: integrityAnswer } } }, async request => {
    const companyId = companyOf(request);
    await requestRun(pool, companyId);
    return stateOf(companyId);
  });

  app.get('/audit/checkpoints', { config: { heavy: 'file' } }, async (request, reply) => {
    const lines = linesOf(checkpointFiles.each(companyOf(request)));
    const first = await lines.next();
    if (first.done) throw refuse('ERR_NO_CHECKPOINT_FOUND');
    return reply
      .header('content-disposition', 'attachment; filename="checkpoints.jsonl"')
      .type('application/x-ndjson')
      .send(Readable.from(all(first.value, lines)));
  });
};

async function* linesOf(checkpoints: AsyncIterable<object | undefined>): AsyncGenerator<string> {
  for await (const each of checkpoints) if (each) yield `${JSON.stringify(each)}\n`;
}

async function* all(first: string, others: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* others;
}
