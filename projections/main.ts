import { openEventStore } from '#eventstore/client.ts';
import { openHeartbeat } from '#eventstore/follow/heartbeat.ts';
import { awaitStores } from '#start/await-stores.ts';
import { openServiceKeys } from '#start/person-keys.ts';
import { runService } from '#start/service.ts';
import { followerName } from './checkpoint.ts';
import { openDatabase } from './database.ts';
import { openHeadWatch } from './head.ts';
import { projections } from './projections.ts';
import { answerQuestions } from './questions/answer-questions.ts';
import { migrateQuestions } from './questions/migrate.ts';
import { questionsFollower } from './questions/names.ts';
import { serveProjection } from './serve.ts';

await runService('projections', async context => {
  const { config, log, signal } = context;
  const { databaseUrl, eventstoreUrl } = await awaitStores(context);
  const { keys, close: closeKeys } = await openServiceKeys(config, log);
  const store = openEventStore({ connectionString: eventstoreUrl, keys, log });
  const pool = openDatabase(databaseUrl, { max: 2 });
  const heads = openHeadWatch({ pool, store, log, signal });
  const heartbeat = await openHeartbeat({ databaseUrl, service: 'projections', log });
  const running = projections.map(projection => {
    const report = heartbeat.follower(followerName(projection.name));
    return serveProjection({ projection, databaseUrl, pool, store, log, signal, report });
  });
  // One for each company whose question is computed, one to follow, one to look for more.
  const answering = openDatabase(databaseUrl, { max: 4 });
  await migrateQuestions(answering);
  const report = heartbeat.follower(questionsFollower);
  const answers = answerQuestions({ pool: answering, store, log, signal, report });
  return {
    stop: async () => {
      await Promise.all([...running, heads, answers]);
      await heartbeat.close();
      await store.close();
      await Promise.all([pool.end(), answering.end(), closeKeys()]);
    },
  };
});
