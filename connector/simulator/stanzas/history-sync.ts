import { deflateSync } from 'node:zlib';
import { proto } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { nowSeconds } from '../simulator.ts';
import { phoneJid } from '../state/people.ts';

/**
 * The account's phone tells a new companion that there is no older history. A companion that never got
 * this holds everything back for 20 seconds after login, so it is repeated until it is acknowledged.
 */
export async function sendHistory(connection: Connection): Promise<void> {
  const { simulator, companion } = connection;
  const peer = companion && simulator.peers.byNumber(companion.phone);
  if (!peer || simulator.companions.hasHistory(companion.jid)) return;
  await peer.exchange(
    () => peer.seal(companion, emptyHistory()),
    ({ type, ciphertext }) => {
      const attrs = {
        from: phoneJid(companion.phone),
        id: connection.newId(),
        type: 'text',
        category: 'peer',
      };
      simulator.store.afterCommit(() =>
        connection.send({
          tag: 'message',
          attrs: { ...attrs, t: String(nowSeconds()) },
          content: [{ tag: 'enc', attrs: { v: '2', type }, content: ciphertext }],
        }),
      );
    },
  );
}

function emptyHistory(): proto.IMessage {
  const syncType = proto.HistorySync.HistorySyncType.RECENT;
  const chunk = { syncType, progress: 100, chunkOrder: 1 };
  const payload = deflateSync(proto.HistorySync.encode(chunk).finish());
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: { ...chunk, initialHistBootstrapInlinePayload: payload },
    },
  };
}
