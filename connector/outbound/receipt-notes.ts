import type { Pool } from 'pg';
import { together } from '#eventstore/together.ts';
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

type Row = { readonly connectionId: string; readonly receipt: Receipt };

const writeRestMs = 50;
const forgetRestMs = 200;
const page = 500;
const staleAfter = '1 day';

export const openReceiptNotes = (pool: Pool): ReceiptNotes => {
  const batched = (name: string, text: string, restMs: number) =>
    together<Row, void>({
      ...{ restMs, keepsFailed: true },
      // What is given again while it waits is written once.
      keyOf: ({ connectionId, receipt }) => `${connectionId} ${keyOf(receipt)}`,
      write: async rows => {
        const receipts = rows.map(({ receipt }) => receipt);
        const columns = [receipts.map(({ waId }) => waId), receipts.map(({ step }) => step)];
        await pool.query({ name, text, values: [rows.map(row => row.connectionId), ...columns] });
      },
    });
  const written = batched('receipts-write', write, writeRestMs);
  const forgotten = batched('receipts-forget', forget, forgetRestMs);

  return {
    write: (connectionId, receipt) => written.add({ connectionId, receipt }),
    forget: (connectionId, receipts) => {
      for (const receipt of receipts) forgotten.add({ connectionId, receipt }).catch(() => undefined);
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
