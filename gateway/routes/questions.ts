import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { commandAnswer } from '#contracts/http.ts';
import {
  answerExportQuery,
  answerQuery,
  computingBody,
  questionsAnswer,
  versionAnswer,
} from '#contracts/questions.ts';
import { may } from '#domain/access/may.ts';
import { questionDefinition } from '#domain/questions/definition.ts';
import { question } from '#domain/records/question.ts';
import { listVersions } from '#projections/questions/queries/answers.ts';
import { listRecords } from '#projections/records/queries/records.ts';
import type { Queryable } from '#projections/tenant.ts';
import { callerOf } from '../auth/guard.ts';
import { zoneOf } from '../company/settings.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { narrowedBy } from '../http/narrowed-by.ts';
import { accepted } from '../http/outcome.ts';
import { answersCsv } from '../replay/export-answer.ts';
import { nameOfEach, readAnswer } from '../replay/question-answer.ts';

const params = z.object({ id: z.uuid() });
const asRecord = z.object({
  id: z.uuid(),
  ...questionsAnswer.shape.questions.element.omit({ definition: true, versions: true, id: true }).shape,
  ...questionDefinition.shape,
});

/** What questions over all history answer: analysts and administrators. */
export const questionRoutes = (app: App, { tenants, commands, positions }: Gateway): void => {
  const readerOf = (request: FastifyRequest) => {
    const { user } = callerOf(request);
    if (!may(user, 'replay:view')) throw refuse('ERR_NO_PERMISSION', { action: 'replay:view' });
    return { companyId: user.companyId, userId: user.id, zone: zoneOf(user) };
  };

  app.get('/replay/questions', { schema: { response: { 200: questionsAnswer } } }, async request => {
    const { companyId, userId } = readerOf(request);
    return tenants.read(companyId, async db => {
      const [asked, versions] = [await listRecords(db, question, userId), await listVersions(db)];
      // One that cannot be read must not hide the others.
      const readable = asked.flatMap(row => asRecord.safeParse(row).data ?? []);
      const questions = readable.map(({ id, name, grouping, ...definition }) => {
        const own = versions.filter(({ questionId }) => questionId === id);
        return { id, name, grouping, definition, versions: own };
      });
      const definitions = [...questions, ...versions].map(({ definition }) => definition);
      return { questions, names: Object.fromEntries(await namesIn(db, definitions)) };
    });
  });

  app.put(
    `${question.path}/:id/computing`,
    { schema: { params, body: computingBody, response: { 200: commandAnswer } } },
    async (request, reply) => {
      const { id } = request.params;
      const { user } = callerOf(request);
      const isStopped = request.body.computing === 'no' && may(user, question.actions.change);
      // What is answered is not computed any more. Kept as stopped, it would be without an answer where all is computed anew.
      if (isStopped && (await tenants.read(user.companyId, db => isAnswered(db, id))))
        return { id, position: positions.known('inbox') };
      const outcome = await commands.question.amend(commandContext(request), {
        ...{ questionId: id, computing: request.body.computing },
      });
      return { id, position: accepted(reply, outcome).position };
    },
  );

  app.get(
    '/replay/questions/versions/:id',
    {
      config: { heavy: 'figures' },
      schema: { params, querystring: answerQuery, response: { 200: versionAnswer } },
    },
    async request => {
      const { companyId, zone } = readerOf(request);
      const { id } = request.params;
      return tenants.read(companyId, db => readAnswer(db, { id, by: request.query.by, zone }));
    },
  );

  app.get(
    '/replay/questions/versions/:id/answer.csv',
    { config: { heavy: 'figures' }, schema: { params, querystring: answerExportQuery } },
    async (request, reply) => {
      const { companyId, userId, zone } = readerOf(request);
      const { language, with: other, by } = request.query;
      const ids = [request.params.id, ...(other ? [other] : [])];
      const file = await tenants.read(companyId, db => answersCsv(db, { ids, by, zone, language, userId }));
      // Who takes data along is seen: nothing goes out that could not be told of.
      const told = { what: 'answers' as const, format: 'csv' as const, by: narrowedBy({ by }) };
      accepted(reply, await commands.dataAccess.export(commandContext(request), told));
      reply.header('content-disposition', 'attachment; filename="answer.csv"');
      return reply.type('text/csv; charset=utf-8').send(file);
    },
  );
};

/** Whether the version of a question that is asked for now is computed, and follows the log. */
const isAnswered = async (db: Queryable, questionId: string): Promise<boolean> =>
  (await listVersions(db)).find(version => version.questionId === questionId)?.state === 'live';

const namesIn = (db: Queryable, definitions: readonly z.output<typeof questionDefinition>[]) => {
  const ids = definitions.flatMap(({ queueId, connectionId, attendantId, tagId }) =>
    [queueId, connectionId, attendantId, tagId].flatMap(id => id ?? []),
  );
  return nameOfEach(db, [...new Set(ids)]);
};
