import type { ClientBase, Pool } from 'pg';
import { question } from '#domain/records/question.ts';
import type { Category } from '#domain/shared/stream.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { follow } from '#eventstore/follow/follow.ts';
import { besideOthers } from '#eventstore/follow/hold.ts';
import type { FollowerReport } from '#eventstore/follow/report.ts';
import { readSure } from '#eventstore/follow/sure-position.ts';
import { openParking, type Parking } from '#eventstore/parking/isolate.ts';
import type { Order } from '#eventstore/parking/order.ts';
import { holdsParked } from '#eventstore/parking/parked-rows.ts';
import { waitingIn } from '#eventstore/parking/read-waiting.ts';
import { type Retried, retried } from '#eventstore/parking/take-up.ts';
import type { Batch, EventStore, Position, Recorded, Unreadable } from '#eventstore/types.ts';
import type { Log } from '../runner.ts';
import { applyEvents } from './apply.ts';
import { questionsFollower, readCategories } from './names.ts';
import { liveVersions, noteHeard, takeQuestion } from './versions.ts';

export type QuestionsDeps = {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'subscribe' | 'lastBefore' | 'loadGiven' | 'keys'>;
  readonly log: Log;
  readonly signal: AbortSignal;
};

/** Where a ticket stands follows from many streams of its company. */
const order: Order<Recorded> = { wholeCompany: readCategories };

/**
 * Follows the log for all questions until the signal aborts: notes what is asked, and keeps the answers live that have
 * been computed. A company whose events cannot be read or counted waits by itself. Several processes may do it at once:
 * one takes each batch in. `asked` is called when there may be something to compute.
 */
export const followQuestions = async (
  deps: QuestionsDeps & { readonly report: FollowerReport; readonly asked: () => void },
): Promise<void> => {
  const { pool, store, log, signal, report, asked } = deps;
  const parking = openParking<Recorded>({ follower: questionsFollower, order, log });
  try {
    await follow<undefined>({
      ...{ name: questionsFollower, store, log, signal, report, hold: besideOthers },
      subscription: { maxBatch: 500, paceMs: 200, categories: [...readCategories] },
      open: async () => ({
        after: await inTransaction(pool, async client => {
          await lockProgress(client);
          return (await readSure(client, store, { table: 'questions.progress' }))?.position;
        }),
        take: (batch, from) => takeBatch({ pool, parking, asked }, batch, from),
      }),
    });
  } catch (error) {
    log.error({ err: error }, 'questions are not answered any more');
  }
};

/** How what was parked is taken up again. */
export const questionsRetried = ({ store }: Pick<QuestionsDeps, 'store'>, asked: () => void): Retried =>
  retried<Recorded>({
    ...{ follower: questionsFollower, order, source: waitingIn(store, readCategories) },
    lock: async client => (await lockForBatch(client)).position,
    handle: async (client, events) => {
      // Looked for again before long where it is not committed yet.
      if (await takeEvents(client, events)) asked();
    },
  });

type Taking = {
  readonly pool: Pool;
  readonly parking: Parking<Recorded>;
  readonly asked: () => void;
};

/** Answers false when the checkpoint is not where this process left it. */
const takeBatch = async (
  { pool, parking, asked }: Taking,
  batch: Batch,
  from: Position,
): Promise<boolean> => {
  if (batch.position <= from) return true;
  let isAsked = false;
  const taken = await parking.transaction(pool, async (client, takeIn) => {
    const { position, holds } = await lockForBatch(client);
    if (position !== from) return false;
    const unreadable = await askingUnreadable(client, batch);
    await takeIn({ ...batch, unreadable }, { from, holds }, async events => {
      if (await takeEvents(client, events)) isAsked = true;
    });
    await client.query('update questions.progress set position = $1, event_position = $1', [batch.position]);
    return true;
  });
  if (isAsked) asked();
  return taken;
};

/** Of companies that have asked nothing nobody misses what cannot be read; what asks is missed. */
const askingUnreadable = async (
  client: ClientBase,
  { unreadable = [] }: Batch,
): Promise<readonly Unreadable[]> => {
  if (unreadable.length === 0) return unreadable;
  const { rows } = await client.query<{ companyId: string }>(
    'select distinct company_id::text as "companyId" from questions.version where company_id::text = any($1::text[])',
    [unreadable.map(({ companyId }) => companyId)],
  );
  const asking = new Set(rows.map(({ companyId }) => companyId));
  return unreadable.filter(
    ({ category, companyId }) => category === questionCategory || asking.has(companyId),
  );
};
const questionCategory: Category = question.category;

/** Answers whether something was asked. */
const takeEvents = async (client: ClientBase, events: readonly Recorded[]): Promise<boolean> => {
  let isAsked = false;
  for (const part of partsOf(events)) {
    if (part.asked && (await takeQuestion(client, part.asked))) isAsked = true;
    await keepLive(client, part.events);
  }
  if (events.length > 0) await noteHeard(client, events);
  return isAsked;
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

/** The same, and whether anything is parked. */
const lockForBatch = async (
  client: ClientBase,
): Promise<{ readonly position: Position; readonly holds: boolean }> => {
  const { rows } = await client.query<{ position: number; holds: boolean }>(
    `select position::float8 as position, ${holdsParked('$1')} as holds from questions.progress for update`,
    [questionsFollower],
  );
  return rows[0] ?? { position: await lockProgress(client), holds: false };
};
