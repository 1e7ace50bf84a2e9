import type { proto } from '@whiskeysockets/baileys';
import type { Pool } from 'pg';
import type { Commands } from '#commands/commands.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Uploads } from '../media/uploads.ts';
import { knownAddress } from './address.ts';
import { compose } from './compose.ts';
import { composeChange } from './compose-change.ts';
import type { Outbox } from './outbox.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly commands: Commands;
  readonly outbox: Outbox;
  readonly uploads: Pick<Uploads, 'contentOf'>;
  readonly companyId: string;
  readonly connectionId: string;
};

/** What was sent under an id, for a device that could not read it; undefined when it is not ours. */
export const sentContent = async (
  dependencies: Dependencies,
  waId: string,
  ownJid: string,
): Promise<proto.IMessage | undefined> => {
  const { store, outbox, uploads, companyId, connectionId } = dependencies;
  const row = await outbox.byWaId(waId);
  if (!row) return undefined;
  if (row.kind === 'message') {
    const { messageId } = row;
    const sending = { ownJid, vanishesIn: row.vanishesIn };
    const { content, file } = (await compose(dependencies, messageId, sending)) ?? {};
    return content ?? (file && uploads.contentOf({ messageId, companyId, connectionId }, file, undefined));
  }
  const composed = await composeChange(store, companyId, row);
  const jid = composed?.chat ?? (await knownAddress(dependencies, row.contactId));
  return jid ? composed?.writtenTo(jid).content : undefined;
};
