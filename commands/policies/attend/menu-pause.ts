import type { PoolClient } from 'pg';
import type { Letter } from './letter.ts';
import { type MenuPause, usualPause } from './pause-times.ts';
import type { AttendDeps } from './visit.ts';

/** The kind of its due work; a ticket has one at most. */
export const menuPauseWork = 'menu-pause';

/** The menus that wait to begin, as one batch changes them. */
export type MenuPauses = {
  /** The menu of this ticket waits, from its first message on, until nothing more comes for a moment. */
  readonly begin: (letter: Letter) => void;
  readonly write: () => Promise<void>;
};

type Waiting = {
  readonly ticketId: string;
  readonly companyId: string;
  readonly at: string;
  readonly data: { readonly because: string; readonly until: string };
};

/** Written in bulk, in the transaction of the batch. */
export const menuPauses = (client: PoolClient, { forMs, mostMs }: MenuPause = usualPause): MenuPauses => {
  const waiting = new Map<string, Waiting>();
  return {
    begin: ({ ticketId, companyId, event: { id, metadata } }) => {
      const known = waiting.get(ticketId);
      const until = known?.data.until ?? after(metadata.at, mostMs);
      const at = earlier(after(metadata.at, forMs), until);
      waiting.set(ticketId, { ticketId, companyId, at, data: known?.data ?? { because: id, until } });
    },
    write: async () => {
      if (waiting.size > 0)
        await client.query(remember, [menuPauseWork, JSON.stringify([...waiting.values()])]);
    },
  };
};

const after = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();
const earlier = (one: string, other: string): string => (one < other ? one : other);

/** What began the waiting stays, and with it until when it waits at most. */
const remember = `
  insert into policy.due_work as d (kind, key, company_id, due_at, data)
  select $1, w."ticketId", w."companyId", w.at, w.data
  from jsonb_to_recordset($2::jsonb) as w ("ticketId" text, "companyId" uuid, at timestamptz, data jsonb)
  on conflict (kind, key) do update
  set due_at = greatest(d.due_at, least(excluded.due_at, (d.data ->> 'until')::timestamptz))`;

/** Whether the menu of a ticket waits to begin. */
export const waitsToBegin = async (
  { pool }: Pick<AttendDeps, 'pool'>,
  ticketId: string,
): Promise<boolean> => {
  const text = 'select from policy.due_work where kind = $1 and key = $2';
  return (await pool.query(text, [menuPauseWork, ticketId])).rowCount !== 0;
};
