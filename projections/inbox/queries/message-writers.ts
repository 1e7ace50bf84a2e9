import type { Queryable } from '../../tenant.ts';

export type MessageWriter = {
  readonly id: string;
  readonly fromMe: boolean;
  /** Who wrote it here; null for what contacts, phones, machines and tokens wrote. */
  readonly userId: string | null;
  readonly automatic: boolean;
};

const text = `select m.id, m.from_me as "fromMe", m.user_id as "userId", m.automatic is not null as automatic
  from inbox.message m where m.company_id = $1 and m.id = any($2::uuid[])`;

/** Whose these messages are; nothing of what they say. */
export const writersOf = async (db: Queryable, ids: readonly string[]): Promise<readonly MessageWriter[]> =>
  ids.length === 0 ? [] : db.query<MessageWriter>('message_writers', text, [db.companyId, ids]);
