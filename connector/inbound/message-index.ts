import type { Pool } from 'pg';

export type IndexedMessage = {
  readonly waId: string;
  readonly messageId: string;
  readonly fromMe: boolean;
  /** The member of a group who wrote it. */
  readonly participant: string | null;
  /** The names of its chat: the jid it came from or went to, and number and LID of the contact. */
  readonly chat: readonly string[];
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
    jid: string | null;
    number: string | null;
    lid: string | null;
  }>({
    name: 'message-by-wa-id',
    text: `select wa_id, message_id, from_me, participant, jid, number, lid from connector.message m
           left join lateral (
             select number, lid from connector.contact c
             where c.provider in ('beta', 'simulator') and c.contact_id = m.contact_id limit 1
           ) contact on true
           where connection_id = $1 and wa_id = any($2)`,
    values: [connectionId, waIds],
  });
  return rows.map(row => ({
    waId: row.wa_id,
    messageId: row.message_id,
    fromMe: row.from_me,
    participant: row.participant,
    chat: [
      row.jid?.replace(/:\d+@/, '@'),
      row.number && `${row.number}@s.whatsapp.net`,
      row.lid && `${row.lid}@lid`,
    ].flatMap(jid => (jid ? [jid] : [])),
  }));
};
