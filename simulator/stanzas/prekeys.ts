import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  getBinaryNodeChildren,
  getBinaryNodeChildUInt,
  S_WHATSAPP_NET,
} from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { keyBundle } from '../peers/peer.ts';
import type { Simulator } from '../simulator.ts';
import type { Companion, Registration } from '../state/companions.ts';
import { newStanzaId } from './stanza-id.ts';

/** Below this many prekeys a client uploads more when told. */
const LOW_PREKEYS = 5;

/** The `encrypt` family: a companion counts, uploads, rotates its keys, or asks for those of others. */
export async function answerPrekeys(connection: Connection, query: BinaryNode): Promise<void> {
  const { companion, simulator } = connection;
  if (!companion) return connection.refuse(query, 401, 'not-authorized');
  const asked = getBinaryNodeChild(query, 'key');
  if (query.attrs.type === 'get' && asked) {
    const content = handOutKeys(simulator, asked);
    await simulator.store.durable();
    return connection.result(query, [{ tag: 'list', attrs: {}, content }]);
  }
  if (getBinaryNodeChild(query, 'count')) {
    const value = String(simulator.companions.prekeyCount(companion.jid));
    return connection.result(query, [{ tag: 'count', attrs: { value } }]);
  }
  if (getBinaryNodeChild(query, 'digest')) {
    return connection.result(query, [{ tag: 'digest', attrs: {} }]);
  }
  const rotated = getBinaryNodeChild(getBinaryNodeChild(query, 'rotate'), 'skey');
  if (rotated) simulator.companions.setSignedPrekey(companion.jid, readSignedPrekey(rotated));
  if (getBinaryNodeChild(query, 'list')) storeUpload(simulator, companion, query);
  await simulator.store.durable();
  connection.result(query);
}

/** Tells a companion that few of its prekeys are left, in the moment the number falls below the mark. */
export function warnOfLowPrekeys(simulator: Simulator, companionJid: string): void {
  const connection = simulator.online.get(companionJid);
  const left = simulator.companions.prekeyCount(companionJid);
  if (!connection?.active || left !== LOW_PREKEYS - 1) return;
  connection.send({
    tag: 'notification',
    attrs: { from: S_WHATSAPP_NET, type: 'encrypt', id: newStanzaId() },
    content: [{ tag: 'count', attrs: { value: String(left) } }],
  });
}

function handOutKeys(simulator: Simulator, asked: BinaryNode): BinaryNode[] {
  return getBinaryNodeChildren(asked, 'user').map(({ attrs: { jid = '' } }) => {
    const companion = simulator.companions.byJid(jid);
    if (companion) return companionBundle(simulator, companion, jid);
    const peer = simulator.peers.byJid(jid);
    if (!peer) return unknownUser(jid);
    simulator.counters.keysFetched += 1;
    return peer.bundle(jid);
  });
}

function companionBundle(simulator: Simulator, companion: Companion, jid: string): BinaryNode {
  const prekey = simulator.companions.takePrekey(companion.jid);
  return keyBundle(jid, { ...companion, prekey });
}

function unknownUser(jid: string): BinaryNode {
  const error = { tag: 'error', attrs: { code: '404', text: 'item-not-found' } };
  return { tag: 'user', attrs: { jid }, content: [error] };
}

function storeUpload(simulator: Simulator, companion: Companion, query: BinaryNode): void {
  const keys: Registration = {
    registration: getBinaryNodeChildUInt(query, 'registration', 4) ?? companion.registration,
    identity: getBinaryNodeChildBuffer(query, 'identity') ?? companion.identity,
    signedPrekey: readSignedPrekey(getBinaryNodeChild(query, 'skey')),
  };
  Object.assign(companion, keys);
  simulator.companions.setKeys(companion.jid, keys);
  simulator.companions.addPrekeys(
    companion.jid,
    getBinaryNodeChildren(getBinaryNodeChild(query, 'list'), 'key').map(readPrekey),
  );
}

function readPrekey(node: BinaryNode) {
  const id = getBinaryNodeChildUInt(node, 'id', 3);
  const value = getBinaryNodeChildBuffer(node, 'value');
  if (id === undefined || !value) throw new Error('prekey without id or value');
  return { id, value: Buffer.from(value) };
}

function readSignedPrekey(node: BinaryNode | undefined) {
  const signature = getBinaryNodeChildBuffer(node, 'signature');
  if (!node || !signature) throw new Error('signed prekey without signature');
  return { ...readPrekey(node), signature: Buffer.from(signature) };
}
