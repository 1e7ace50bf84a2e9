import type { Pool } from 'pg';

export type IndexedMessage = {
  readonly waId: string;
  readonly messageId: string;
  readonly fromMe: boolean;
  /** The member of a group who wrote it. */
  readonly participant: string | null;
};

/** The inbox's messages by WhatsApp's ids, as far as the log has been followed. */
export const findMessages = async (
  pool: Pool,
  connectionId: string,
  waIds: readonly string[],
): Promise<IndexedMessage[]> => {
  const { rows } = await pool.query<{
    wa_id: string;
    message_id: string;
    from_me: boolean;
    participant: string | null;
  }>({
    name: 'message-by-wa-id',
    text: `select wa_id, message_id, from_me, participant from connector.message
           where connection_id = $1 and wa_id = any($2)`,
    values: [connectionId, waIds],
  });
  return rows.map(row => ({
    waId: row.wa_id,
    messageId: row.message_id,
    fromMe: row.from_me,
    participant: row.participant,
  }));
};
