import type { Pool } from 'pg';
import { writeTogether } from '../inbound/write-together.ts';
import { keyOf, type Receipt } from './receipt.ts';

export type Noted = Receipt & {
  /** It has been waiting for its message for so long that there is none. */
  readonly stale: boolean;
};

/** The durable list of receipts that WhatsApp need not repeat and that the log does not know yet. */
export type ReceiptNotes = {
  /** Resolves once the receipt is written down. Idempotent. What comes at about the same time is one write. */
  readonly write: (connectionId: string, receipt: Receipt) => Promise<void>;
  /** Forgets receipts that the log knows, a moment later; where that fails they are only told once more. */
  readonly forget: (connectionId: string, receipts: readonly Receipt[]) => void;
  /** What is written down of a connection, behind a place in its order. Throws what Postgres throws. */
  readonly after: (connectionId: string, place: Receipt | undefined) => Promise<Noted[]>;
};

export const receiptTables = `
create table if not exists connector.receipt (
  connection_id uuid not null,
  wa_id text not null,
  step text not null check (step in ('delivered', 'read', 'played')),
  at timestamptz not null default now(),
  primary key (connection_id, wa_id, step)
);
`;

type Row = { readonly connectionId: string; readonly receipt: Receipt };

const writeRestMs = 50;
const forgetRestMs = 200;
const page = 500;
const staleAfter = '1 day';

export const openReceiptNotes = (pool: Pool): ReceiptNotes => {
  const together = (name: string, text: string, restMs: number) =>
    writeTogether<Row, string>(async rows => {
      const receipts = rows.map(({ receipt }) => receipt);
      const columns = [receipts.map(({ waId }) => waId), receipts.map(({ step }) => step)];
      await pool.query({ name, text, values: [rows.map(row => row.connectionId), ...columns] });
    }, restMs);
  const written = together('receipts-write', write, writeRestMs);
  const forgotten = together('receipts-forget', forget, forgetRestMs);
  /** What is given again while it waits is written once. */
  const add = (rows: typeof written, connectionId: string, receipt: Receipt) =>
    rows.add(`${connectionId} ${keyOf(receipt)}`, { connectionId, receipt });

  return {
    write: (connectionId, receipt) => add(written, connectionId, receipt),
    forget: (connectionId, receipts) => {
      for (const receipt of receipts) add(forgotten, connectionId, receipt).catch(() => undefined);
    },
    after: async (connectionId, place) => {
      const { rows } = await pool.query<{ wa_id: string; step: Receipt['step']; stale: boolean }>({
        name: 'receipts-after',
        text: after,
        values: [connectionId, place?.waId ?? '', place?.step ?? '', page],
      });
      return rows.map(({ wa_id: waId, step, stale }) => ({ waId, step, stale }));
    },
  };
};

const given = 'unnest($1::uuid[], $2::text[], $3::text[]) g (connection_id, wa_id, step)';
const write = `
  insert into connector.receipt (connection_id, wa_id, step)
  select connection_id, wa_id, step from ${given} on conflict do nothing`;
const forget = `
  delete from connector.receipt r using ${given}
  where r.connection_id = g.connection_id and r.wa_id = g.wa_id and r.step = g.step`;
const after = `
  select wa_id, step, at < now() - interval '${staleAfter}' as stale from connector.receipt
  where connection_id = $1 and (wa_id, step) > ($2, $3) order by wa_id, step limit $4`;
