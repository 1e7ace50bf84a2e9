import type { Pool } from 'pg';
import type { HeldCounts, NoticeView } from '#contracts/notices.ts';
import { parseStreamName } from '#domain/shared/stream.ts';
import { readParkedAside } from '#eventstore/parking/read-parked.ts';
import { readParked } from '#projections/checkpoint.ts';

/** What waits no longer than this may be on its way: a service of another version is started, say. */
const heldAfterMs = 30_000;

type Held = {
  readonly scope: string;
  readonly name: string;
  readonly stream: string | null;
  readonly position: number | null;
  readonly since: string;
};
type Page = {
  readonly notices: readonly NoticeView[];
  readonly unread: number;
  readonly hasMore: boolean;
};

/**
 * Puts in front of a company's notices what of its data waits because it cannot be processed. It is made of no event: what
 * waits may well be the read model that notices stand in.
 */
export const withHeld = async (
  pool: Pool,
  companyId: string,
  { page, seenUpTo }: { readonly page: Page; readonly seenUpTo: number },
): Promise<Page> => {
  const [aside, models] = await Promise.all([
    readParkedAside(pool, { companyId }),
    readParked(pool, { companyId }),
  ]);
  const inModels = models.map(each => ({ ...each, name: each.stream }));
  const held = [...aside, ...inModels].filter(isLasting);
  const [first] = held;
  if (!first) return page;
  const newest = Math.max(0, ...held.map(({ position }) => position ?? 0));
  const since = new Date(Math.min(...held.map(each => new Date(each.since).getTime()))).toISOString();
  const isNew = newest > seenUpTo;
  const notice: NoticeView = {
    ...{ id: companyId, kind: 'processing-held', reason: null, counts: null, held: countsOf(held) },
    ...{ subject: { id: companyId, name: null }, at: since, isNew },
    // Whoever has seen the list has seen this one, too.
    position: Math.max(newest, page.notices[0]?.position ?? 0),
  };
  return { ...page, notices: [notice, ...page.notices], unread: page.unread + (isNew ? 1 : 0) };
};

const isLasting = ({ since }: Held): boolean => Date.now() - new Date(since).getTime() >= heldAfterMs;

/** Each stream once, whoever waits for it. */
const countsOf = (held: readonly Held[]): HeldCounts => {
  const places = new Map(held.map(({ stream, name }) => [stream ?? name, stream]));
  const counts = { tickets: 0, messages: 0, contacts: 0, others: 0 };
  const keys = { ticket: 'tickets', message: 'messages', contact: 'contacts' } as const;
  for (const stream of places.values()) {
    const category = stream === null ? undefined : parseStreamName(stream)?.category;
    counts[category && category in keys ? keys[category as keyof typeof keys] : 'others'] += 1;
  }
  return { ...counts, whole: held.some(({ scope }) => scope === 'tenant') };
};
