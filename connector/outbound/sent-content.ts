import type { proto } from '@whiskeysockets/baileys';
import type { Pool } from 'pg';
import type { EventStore } from '#eventstore/types.ts';
import { knownAddress } from './address.ts';
import { compose } from './compose.ts';
import { composeChange } from './compose-change.ts';
import type { Outbox } from './outbox.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly outbox: Outbox;
  readonly companyId: string;
  readonly connectionId: string;
};

/** What was sent under an id, for a device that could not read it; undefined when it is not ours. */
export const sentContent = async (
  dependencies: Dependencies,
  waId: string,
  ownJid: string,
): Promise<proto.IMessage | undefined> => {
  const { store, outbox, companyId } = dependencies;
  const row = await outbox.byWaId(waId);
  if (!row) return undefined;
  if (row.kind === 'message') return (await compose(store, companyId, row.messageId, ownJid))?.content;
  const jid = await knownAddress(dependencies, row.contactId);
  return jid ? (await composeChange(store, companyId, row, jid))?.content : undefined;
};
