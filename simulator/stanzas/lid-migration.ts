import { proto } from '@whiskeysockets/baileys';
import type { Simulator } from '../simulator.ts';
import type { Person } from '../state/people.ts';
import { sendToOwnCompanion } from './history-sync.ts';

/** The account's phone tells its companions which LID belongs to which number, for all its chats. */
export async function sendLidMappings(simulator: Simulator, phone: Person): Promise<void> {
  const contacts = simulator.history
    .chatsOf(phone.number)
    .flatMap(chat => simulator.people.byNumber(chat) ?? []);
  const encodedMappingPayload = proto.LIDMigrationMappingSyncPayload.encode({
    pnToLidMappings: contacts.map(({ number, lid }) => ({ pn: Number(number), assignedLid: Number(lid) })),
  }).finish();
  const message = {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.LID_MIGRATION_MAPPING_SYNC,
      lidMigrationMappingSyncMessage: { encodedMappingPayload },
    },
  };
  for (const companion of simulator.companions.ofPhone(phone.number)) {
    await sendToOwnCompanion(simulator, companion, message);
  }
}
