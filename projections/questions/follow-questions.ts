import type { ClientBase, Pool } from 'pg';
import { question } from '#domain/records/question.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { follow } from '#eventstore/follow/follow.ts';
import { besideOthers } from '#eventstore/follow/hold.ts';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { readSure } from '#eventstore/follow/sure-position.ts';
import type { Batch, EventStore, Position, Recorded } from '#eventstore/types.ts';
import type { Log } from '../runner.ts';
import { applyEvents } from './apply.ts';
import { questionsFollower, readCategories } from './names.ts';
import { liveVersions, noteHeard, takeQuestion } from './versions.ts';

export type QuestionsDeps = {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'subscribe' | 'lastBefore'>;
  readonly log: Log;
  readonly signal: AbortSignal;
};

/**
 * Follows the log for all questions until the signal aborts: notes what is asked, and keeps the answers live that have
 * been computed. Several processes may do it at once: one takes each batch in. `asked` is called when there may be
 * something to compute.
 */
export const followQuestions = async (
  deps: QuestionsDeps & { readonly report: FollowerReport; readonly asked: () => void },
): Promise<void> => {
  const { pool, store, log, signal, report } = deps;
  try {
    await follow<undefined>({
      ...{ name: questionsFollower, store, log, signal, report, hold: besideOthers },
      subscription: { maxBatch: 500, paceMs: 200, categories: [...readCategories] },
      open: async () => ({
        after: await inTransaction(pool, async client => {
          await lockProgress(client);
          return (await readSure(client, store, { table: 'questions.progress' }))?.position;
        }),
        take: (batch, from) => takeBatch(deps, batch, from),
      }),
    });
  } catch (error) {
    log.error({ err: error }, 'questions are not answered any more');
  }
};

/** Answers false when the checkpoint is not where this process left it. */
const takeBatch = async (
  { pool, asked }: { readonly pool: Pool; readonly asked: () => void },
  { events, position }: Batch,
  from: Position,
): Promise<boolean> => {
  if (position <= from) return true;
  let isAsked = false;
  const taken = await inTransaction(pool, async client => {
    if ((await lockProgress(client)) !== from) return false;
    for (const part of partsOf(events)) {
      if (part.asked && (await takeQuestion(client, part.asked))) isAsked = true;
      await keepLive(client, part.events);
    }
    if (events.length > 0) await noteHeard(client, events);
    await client.query('update questions.progress set position = $1, event_position = $1', [position]);
    return true;
  });
  if (isAsked) asked();
  return taken;
};

type Part = { readonly asked: Recorded | undefined; readonly events: readonly Recorded[] };

/** What is live may be another after each event about a question. */
const partsOf = (events: readonly Recorded[]): readonly Part[] => {
  const places = events.flatMap(({ type }, index) => (aboutQuestions.has(type) ? [index] : []));
  const beginnings = [0, ...places.filter(place => place > 0)];
  return beginnings.map((from, index) => ({
    asked: places.includes(from) ? events[from] : undefined,
    events: events.slice(from, beginnings[index + 1]),
  }));
};
const aboutQuestions: ReadonlySet<string> = new Set(Object.values(question.types));

const keepLive = async (client: ClientBase, events: readonly Recorded[]): Promise<void> => {
  const byCompany = Map.groupBy(events, ({ companyId }) => companyId);
  const versions = Map.groupBy(
    await liveVersions(client, [...byCompany.keys()]),
    ({ companyId }) => companyId,
  );
  for (const [companyId, own] of versions)
    await applyEvents(client, { run: companyId, versions: own }, byCompany.get(companyId) ?? []);
};

/** How far the log has been read for all; nobody else moves it until the transaction ends. */
export const lockProgress = async (client: ClientBase): Promise<Position> => {
  await client.query('insert into questions.progress (position) values (0) on conflict do nothing');
  const { rows } = await client.query<{ position: number }>(
    'select position::float8 as position from questions.progress for update',
  );
  return rows[0]?.position ?? 0;
};
