import { randomBytes } from 'node:crypto';
import {
  type BinaryNode,
  Curve,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  jidDecode,
  type KeyPair,
  S_WHATSAPP_NET,
} from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { nowSeconds, type Simulator } from '../simulator.ts';
import type { Companion } from '../state/companions.ts';
import type { Person } from '../state/people.ts';
import { openKeyBundle, unwrapWithCode, wrapWithCode } from './link-code-keys.ts';
import { linkDevice, PairingError } from './pairing.ts';
import { newStanzaId } from './stanza-id.ts';

/** A device that shows a code and waits for its user to type it on the phone. */
export type LinkByCode = {
  number: string;
  reference: Buffer;
  noiseKey: Buffer;
  wrappedEphemeral: Buffer;
  /** Set while the phone waits for the device's key bundle. */
  typed?: Typed | undefined;
};

type Typed = {
  account: Person;
  ephemeral: KeyPair;
  companionEphemeral: Buffer;
  linked: (companion: Promise<Companion>) => void;
  failed: (error: PairingError) => void;
};

/** Both steps of the device: `companion_hello` asks for a reference, `companion_finish` brings its keys. */
export function receiveLinkCodeStage(connection: Connection, query: BinaryNode): void {
  const stage = getBinaryNodeChild(query, 'link_code_companion_reg');
  if (stage?.attrs.stage === 'companion_hello') receiveCompanionHello(connection, query, stage);
  else if (stage?.attrs.stage === 'companion_finish') receiveCompanionFinish(connection, query, stage);
  else connection.refuse(query, 400, 'bad-request');
}

function receiveCompanionHello(connection: Connection, query: BinaryNode, hello: BinaryNode): void {
  const { simulator } = connection;
  const number = jidDecode(hello.attrs.jid)?.user ?? '';
  if (!connection.registration || simulator.people.byNumber(number)?.kind !== 'phone') {
    connection.refuse(query, 404, 'item-not-found');
    return;
  }
  const reference = randomBytes(24);
  connection.linkByCode = {
    number,
    reference,
    noiseKey: bytes(hello, 'companion_server_auth_key_pub'),
    wrappedEphemeral: bytes(hello, 'link_code_pairing_wrapped_companion_ephemeral_pub'),
  };
  const content = [{ tag: 'link_code_pairing_ref', attrs: {}, content: reference }];
  connection.result(query, [{ tag: 'link_code_companion_reg', attrs: {}, content }]);
  simulator.changes.emit({ type: 'phone', number });
}

/**
 * The account's owner types the code that a device shows. Resolves when the device is linked; rejects with
 * PairingError when no device waits for this number or the code is not the shown one.
 */
export async function typeLinkCode(simulator: Simulator, account: Person, code: string): Promise<Companion> {
  const waiting = [...simulator.connections].filter(each => each.linkByCode?.number === account.number);
  const connection = waiting.at(-1);
  const link = connection?.linkByCode;
  if (!connection || !link) throw new PairingError('no device asks to be linked with this number');
  const ephemeral = Curve.generateKeyPair();
  const companionEphemeral = await unwrapWithCode(link.wrappedEphemeral, code);
  const wrapped = await wrapWithCode(ephemeral.public, code);
  return new Promise<Companion>((linked, failed) => {
    link.typed = { account, ephemeral, companionEphemeral, linked, failed };
    connection.forgotten(() => failed(new PairingError('the device has gone')));
    sendPrimaryHello(connection, link, wrapped);
  });
}

function sendPrimaryHello(connection: Connection, link: LinkByCode, wrappedEphemeral: Buffer): void {
  const { signedIdentityKey } = connection.simulator.people.identity(link.number);
  const leaf = (tag: string, content: Uint8Array): BinaryNode => ({ tag, attrs: {}, content });
  connection.send({
    tag: 'notification',
    attrs: {
      from: S_WHATSAPP_NET,
      type: 'link_code_companion_reg',
      id: newStanzaId(),
      t: String(nowSeconds()),
    },
    content: [
      {
        tag: 'link_code_companion_reg',
        attrs: { stage: 'primary_hello' },
        content: [
          leaf('link_code_pairing_wrapped_primary_ephemeral_pub', wrappedEphemeral),
          leaf('primary_identity_pub', signedIdentityKey.public),
          leaf('link_code_pairing_ref', link.reference),
        ],
      },
    ],
  });
}

/** The phone opens the bundle: only the shown code leads to the key it is sealed with. */
function receiveCompanionFinish(connection: Connection, query: BinaryNode, finish: BinaryNode): void {
  const { linkByCode: link, registration } = connection;
  const typed = link?.typed;
  if (!link || !typed || !registration) {
    connection.refuse(query, 400, 'bad-request');
    return;
  }
  link.typed = undefined;
  const identity = connection.simulator.people.identity(link.number).signedIdentityKey;
  try {
    const bundle = bytes(finish, 'link_code_pairing_wrapped_key_bundle');
    const advSecret = openKeyBundle(bundle, registration.identity, { ...typed, identity });
    connection.result(query);
    typed.linked(linkDevice(connection, typed.account, { noiseKey: link.noiseKey, advSecret }));
  } catch {
    connection.refuse(query, 401, 'not-authorized');
    typed.failed(new PairingError('this is not the code that the device shows'));
  }
}

function bytes(node: BinaryNode, tag: string): Buffer {
  return Buffer.from(getBinaryNodeChildBuffer(node, tag) ?? []);
}
