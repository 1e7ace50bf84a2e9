import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { receiveCall } from './calls.ts';
import { receiveCompanionMessage } from './messages-out.ts';
import { receiveChatState, receivePresence } from './presence.ts';
import { answerQuery } from './queries.ts';
import { receiveAck, receiveReceipt } from './receipts.ts';

/** Hands a stanza of the client to its family. A failing handler is logged; the connection lives on. */
export function receiveStanza(connection: Connection, node: BinaryNode): void {
  connection.simulator.counters.stanzasIn += 1;
  void handle(connection, node).catch(error => {
    const reason = error instanceof Error ? error.stack : String(error);
    connection.simulator.log(`could not handle ${node.tag}: ${reason}`);
  });
}

async function handle(connection: Connection, node: BinaryNode): Promise<void> {
  switch (node.tag) {
    case 'iq':
      return answerQuery(connection, node);
    case 'message':
      return receiveCompanionMessage(connection, node);
    case 'receipt':
      return receiveReceipt(connection, node);
    case 'ack':
      return receiveAck(connection, node);
    case 'chatstate':
      return receiveChatState(connection, node);
    case 'presence':
      return receivePresence(connection, node);
    case 'call':
      return receiveCall(connection, node);
    default:
      return undefined;
  }
}
