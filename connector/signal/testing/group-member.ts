import { GroupCipher } from '@whiskeysockets/baileys/lib/Signal/Group/group_cipher.js';
import { GroupSessionBuilder } from '@whiskeysockets/baileys/lib/Signal/Group/group-session-builder.js';
import { SenderKeyDistributionMessage } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-distribution-message.js';
import { SenderKeyName } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-name.js';
import { SenderKeyRecord } from '@whiskeysockets/baileys/lib/Signal/Group/sender-key-record.js';

type Cipher = { readonly encrypt: GroupCipher['encrypt']; readonly decrypt: GroupCipher['decrypt'] };
type CipherOf = new (...of: ConstructorParameters<typeof GroupCipher>) => Cipher;

export type Member = {
  readonly write: (text: string) => Promise<Uint8Array>;
  readonly read: (sealed: Uint8Array) => Promise<string>;
  /** What who is new in the group is given to read what follows. */
  readonly introduction: () => Promise<Uint8Array>;
  readonly meet: (introduction: Uint8Array) => Promise<void>;
  /** Characters of the record as it is stored. */
  readonly stored: () => number;
  /** How many records there are, with those beside it. */
  readonly records: () => number;
  /** The same member, with another cipher from here on. */
  readonly continuedBy: (Cipher: CipherOf) => Member;
};

const address = { id: 'one', deviceId: 0, toString: () => 'one.0' };

/**
 * The library's own group cipher as `Cipher` has it, and a record in memory in the form that the library stores: of one
 * who writes to a group, or of one who reads what that member writes.
 */
export const groupMember = (Cipher: CipherOf, stored?: ReadonlyMap<string, string>): Member => {
  const name = new SenderKeyName('1@g.us', address);
  const records = new Map(stored);
  const store = {
    loadSenderKey: async (asked: SenderKeyName) => {
      const record = records.get(asked.toString());
      return record === undefined ? new SenderKeyRecord() : SenderKeyRecord.deserialize(Buffer.from(record));
    },
    storeSenderKey: async (asked: SenderKeyName, changed: SenderKeyRecord) => {
      records.set(asked.toString(), JSON.stringify(changed.serialize()));
    },
  };
  const cipher = new Cipher(store, name);
  const builder = new GroupSessionBuilder(store);
  return {
    write: text => cipher.encrypt(Buffer.from(text)),
    read: async sealed => Buffer.from(await cipher.decrypt(sealed)).toString(),
    introduction: async () => (await builder.create(name)).serialize(),
    meet: introduction =>
      builder.process(name, new SenderKeyDistributionMessage(null, null, null, null, introduction)),
    stored: () => records.get(name.toString())?.length ?? 0,
    records: () => records.size,
    continuedBy: Other => groupMember(Other, records),
  };
};

const cipher = GroupCipher.prototype as unknown as { getSenderKey: unknown; decrypt: unknown };

/** The group cipher as it is before it is mended. */
export const bareCipher = (): CipherOf => {
  class BareCipher extends GroupCipher {}
  const { getSenderKey, decrypt } = cipher;
  Object.assign(BareCipher.prototype, { getSenderKey, decrypt });
  return BareCipher;
};
