import { randomBytes } from 'node:crypto';
import {
  type BinaryNode,
  Curve,
  getBinaryNodeChild,
  hmacSign,
  proto,
  S_WHATSAPP_NET,
} from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { nowSeconds, type Simulator } from '../simulator.ts';
import type { Companion, Registration } from '../state/companions.ts';
import type { Person } from '../state/people.ts';
import { newStanzaId } from './stanza-id.ts';

const QR_REFERENCES = 6;
const ACCOUNT_SIGNATURE = Buffer.from([6, 0]);
const DEVICE_SIGNATURE = Buffer.from([6, 1]);

export class PairingError extends Error {}

/** An unregistered client connected: give it references, each good for one QR on its screen. */
export function offerPairing(
  connection: Connection,
  data: proto.ClientPayload.IDevicePairingRegistrationData,
): void {
  connection.registration = readRegistration(data);
  const references = Array.from({ length: QR_REFERENCES }, () => `2@${randomBytes(24).toString('base64')}`);
  for (const reference of references) connection.simulator.awaitingScan.set(reference, connection);
  connection.send({
    tag: 'iq',
    attrs: { from: S_WHATSAPP_NET, type: 'set', id: newStanzaId(), xmlns: 'md' },
    content: [
      {
        tag: 'pair-device',
        attrs: {},
        content: references.map(reference => ({ tag: 'ref', attrs: {}, content: Buffer.from(reference) })),
      },
    ],
  });
}

/**
 * The account's phone scans a QR: it signs the device's identity and tells the device through the server.
 * Resolves when the device has countersigned and is linked; rejects with PairingError.
 */
export async function scanQr(simulator: Simulator, account: Person, qr: string): Promise<Companion> {
  const [reference = '', noiseKey = '', identity = '', advSecret = ''] = (qr.split('#').at(-1) ?? '').split(
    ',',
  );
  const connection = simulator.awaitingScan.get(reference);
  const registration = connection?.registration;
  if (!connection || !registration) throw new PairingError('the QR is unknown or no longer shown');
  if (connection.pairing) throw new PairingError('the QR was already scanned');
  if (!Buffer.from(identity, 'base64').equals(registration.identity)) {
    throw new PairingError('the QR names another identity than the device that shows it');
  }
  return linkDevice(connection, account, {
    noiseKey: Buffer.from(noiseKey, 'base64'),
    advSecret: Buffer.from(advSecret, 'base64'),
  });
}

/** What the phone learnt about the device, by its QR or by the code it shows. */
export type DeviceSecrets = { noiseKey: Uint8Array; advSecret: Buffer };

/** The phone signs the device's identity. Resolves when the device has countersigned and is linked. */
export function linkDevice(
  connection: Connection,
  account: Person,
  { noiseKey, advSecret }: DeviceSecrets,
): Promise<Companion> {
  const { registration, simulator } = connection;
  if (!registration) return Promise.reject(new PairingError('the device is linked already'));
  const { device, keyIndex } = simulator.people.nextDevice(account.number);
  const companion: Companion = {
    ...registration,
    jid: `${account.number}:${device}@s.whatsapp.net`,
    lid: `${account.lid}:${device}@lid`,
    phone: account.number,
    device,
    keyIndex,
    noiseKey,
  };
  return new Promise((resolve, reject) => {
    const signedDetails = announcePairing(connection, companion, advSecret);
    const finished = (error?: Error) =>
      error ? reject(new PairingError(error.message)) : resolve(companion);
    connection.pairing = { companion, signedDetails, finished };
  });
}

/** The device countersigned: check it, link it, and ask it to connect again (515). */
export async function finishPairing(connection: Connection, sign: BinaryNode): Promise<void> {
  const { pairing, simulator } = connection;
  if (!pairing) return;
  const { companion, signedDetails } = pairing;
  const accountKey = simulator.people.identity(companion.phone).signedIdentityKey.public;
  const identity = getBinaryNodeChild(sign, 'device-identity')?.content;
  if (!(identity instanceof Uint8Array)) return connection.cut();
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(identity);
  const signed = Buffer.concat([DEVICE_SIGNATURE, signedDetails, companion.identity, accountKey]);
  if (!deviceSignature || !Curve.verify(companion.identity, signed, deviceSignature)) return connection.cut();
  simulator.companions.add(companion);
  simulator.changes.emit({ type: 'phone', number: companion.phone });
  await simulator.store.durable();
  connection.send({ tag: 'stream:error', attrs: { code: '515' } });
  connection.close();
  pairing.finished();
}

function announcePairing(connection: Connection, companion: Companion, advSecret: Buffer): Uint8Array {
  const { signedIdentityKey, registrationId } = connection.simulator.people.identity(companion.phone);
  const timestamp = nowSeconds();
  const details = proto.ADVDeviceIdentity.encode({
    rawId: registrationId,
    timestamp,
    keyIndex: companion.keyIndex,
  }).finish();
  const accountSignature = Curve.sign(
    signedIdentityKey.private,
    Buffer.concat([ACCOUNT_SIGNATURE, details, companion.identity]),
  );
  const signedIdentity = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: signedIdentityKey.public,
    accountSignature,
  }).finish();
  const identity = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: signedIdentity,
    hmac: hmacSign(signedIdentity, advSecret),
  }).finish();
  connection.send({
    tag: 'iq',
    attrs: { from: S_WHATSAPP_NET, type: 'set', id: newStanzaId(), xmlns: 'md', t: String(timestamp) },
    content: [
      {
        tag: 'pair-success',
        attrs: {},
        content: [
          { tag: 'device-identity', attrs: {}, content: identity },
          { tag: 'platform', attrs: { name: 'android' } },
          { tag: 'device', attrs: { jid: companion.jid, lid: companion.lid } },
        ],
      },
    ],
  });
  return details;
}

function readRegistration(data: proto.ClientPayload.IDevicePairingRegistrationData): Registration {
  return {
    registration: bigEndian(data.eRegid),
    identity: Buffer.from(data.eIdent ?? []),
    signedPrekey: {
      id: bigEndian(data.eSkeyId),
      value: Buffer.from(data.eSkeyVal ?? []),
      signature: Buffer.from(data.eSkeySig ?? []),
    },
  };
}

function bigEndian(bytes: Uint8Array | null | undefined): number {
  return bytes?.length ? Buffer.from(bytes).readUIntBE(0, bytes.length) : 0;
}
