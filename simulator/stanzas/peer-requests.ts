import { type BinaryNode, getBinaryNodeChild, proto, toNumber } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import type { Simulator } from '../simulator.ts';
import type { Companion } from '../state/companions.ts';
import { describeShown, sendOlderMessages, sendToOwnCompanion } from './history-sync.ts';

const { Type } = proto.Message.ProtocolMessage;

/** A companion asks its own phone for something: older messages, or one that it could not decrypt. */
export async function receivePeerRequest(connection: Connection, node: BinaryNode): Promise<void> {
  const { simulator, companion } = connection;
  const phone = companion && simulator.peers.byNumber(companion.phone);
  const enc = getBinaryNodeChild(node, 'enc');
  if (!companion || !phone || !enc) return;
  const message = await phone.exchange(
    () => phone.unseal(companion, enc),
    result => result,
  );
  const content = message.deviceSentMessage?.message ?? message;
  const asked = content.protocolMessage?.peerDataOperationRequestMessage;
  const history = asked?.historySyncOnDemandRequest;
  const request = node.attrs.id ?? '';
  if (history) {
    const chat = chatOf(simulator, history.chatJid);
    const before = toNumber(history.oldestMsgTimestampMs ?? 0);
    const count = history.onDemandMsgCount ?? 0;
    await sendOlderMessages(simulator, companion, { chat, before, count, request });
  }
  for (const { messageKey } of asked?.placeholderMessageResendRequest ?? []) {
    if (messageKey) await sendPlainCopy(simulator, companion, { key: messageKey, request });
  }
}

/** The phone hands over a message that the companion could not decrypt, when it shows it itself. */
async function sendPlainCopy(
  simulator: Simulator,
  companion: Companion,
  { key, request }: { key: proto.IMessageKey; request: string },
): Promise<void> {
  const chat = chatOf(simulator, key.remoteJid);
  const shown = simulator.history.find({ owner: companion.phone, chat, id: key.id ?? '' });
  if (!shown) return;
  const webMessageInfoBytes = proto.WebMessageInfo.encode(describeShown(simulator, shown)).finish();
  await sendToOwnCompanion(simulator, companion, {
    protocolMessage: {
      type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationRequestType: proto.Message.PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
        stanzaId: request,
        peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }],
      },
    },
  });
}

function chatOf(simulator: Simulator, jid: string | null | undefined): string {
  return simulator.peers.personOf(jid ?? undefined)?.number ?? jid ?? '';
}
