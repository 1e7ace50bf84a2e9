import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { commandAnswer } from '#contracts/http.ts';
import { answerQuery, computingBody, questionsAnswer, versionAnswer } from '#contracts/questions.ts';
import { may } from '#domain/access/may.ts';
import { questionDefinition } from '#domain/questions/definition.ts';
import { question } from '#domain/records/question.ts';
import { namesByIds } from '#projections/audit/queries/names.ts';
import { listVersions, splitOf, totalOf, versionById } from '#projections/questions/queries/answers.ts';
import { listRecords } from '#projections/records/queries/records.ts';
import type { Queryable } from '#projections/tenant.ts';
import { callerOf } from '../auth/guard.ts';
import { zoneOf } from '../company/settings.ts';
import { refuse } from '../errors/refusal.ts';
import type { App, Gateway } from '../gateway.ts';
import { commandContext } from '../http/command-context.ts';
import { accepted } from '../http/outcome.ts';

const params = z.object({ id: z.uuid() });
const asRecord = z.object({
  id: z.uuid(),
  ...questionsAnswer.shape.questions.element.omit({ definition: true, versions: true, id: true }).shape,
  ...questionDefinition.shape,
});

/** What questions over all history answer: analysts and administrators. */
export const questionRoutes = (app: App, { tenants, commands }: Gateway): void => {
  const readerOf = (request: FastifyRequest) => {
    const { user } = callerOf(request);
    if (!may(user, 'replay:view')) throw refuse('ERR_NO_PERMISSION');
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
      const outcome = await commands.question.amend(commandContext(request), {
        ...{ questionId: id, computing: request.body.computing },
      });
      return { id, position: accepted(reply, outcome).position };
    },
  );

  app.get(
    '/replay/questions/versions/:id',
    { schema: { params, querystring: answerQuery, response: { 200: versionAnswer } } },
    async request => {
      const { companyId, zone } = readerOf(request);
      const { id } = request.params;
      const { by } = request.query;
      return tenants.read(companyId, async db => {
        const version = await versionById(db, id);
        if (!version) throw refuse('ERR_NO_QUESTION_FOUND');
        const total = await totalOf(db, id);
        const months = await splitOf(db, id, { by: 'month', zone });
        const rows = by === 'none' ? [] : await splitOf(db, id, { by, zone });
        const isNamed = by === 'queue' || by === 'connection' || by === 'attendant';
        const names = new Map(
          isNamed
            ? await namesOf(
                db,
                rows.flatMap(({ key }) => key ?? []),
              )
            : [],
        );
        return {
          ...{ version, total },
          months: months.map(({ key, ...figures }) => ({ ...figures, month: key ?? '' })),
          rows: rows.map(row => ({ ...row, name: names.get(row.key ?? '') ?? null })),
        };
      });
    },
  );
};

const namesOf = async (db: Queryable, ids: readonly string[]) =>
  (await namesByIds(db, ids)).map(({ id, name }) => [id, name] as const);

const namesIn = (db: Queryable, definitions: readonly z.output<typeof questionDefinition>[]) => {
  const ids = definitions.flatMap(({ queueId, connectionId, attendantId, tagId }) =>
    [queueId, connectionId, attendantId, tagId].flatMap(id => id ?? []),
  );
  return namesOf(db, [...new Set(ids)]);
};
