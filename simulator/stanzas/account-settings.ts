import {
  type BinaryNode,
  encodeSyncdPatch,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  newLTHashState,
  proto,
  type WAPatchName,
} from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { addressBookCollection } from '../state/address-books.ts';
import { sendToOwnCompanion } from './history-sync.ts';
import { settingsKeyOf } from './settings-key.ts';
import { beginSettings } from './settings-patches.ts';

const own: WAPatchName = 'critical_block';
const { Type } = proto.Message.ProtocolMessage;

/** The account's phone gives a new companion the key of the account's settings. */
export async function shareSettingsKey({ simulator, companion }: Connection): Promise<void> {
  if (!companion || simulator.companions.hasHistory(companion.jid)) return;
  const { id, data } = settingsKeyOf(companion.phone);
  const keys = [{ keyId: { keyId: id }, keyData: { keyData: data, fingerprint: {}, timestamp: 1 } }];
  await sendToOwnCompanion(simulator, companion, {
    protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: { keys } },
  });
}

/** The account's name and its phone's address book. All else is at the version that the client already has. */
export async function answerAppState(connection: Connection, query: BinaryNode): Promise<void> {
  const collections = getBinaryNodeChildren(getBinaryNodeChild(query, 'sync'), 'collection');
  const content = await Promise.all(
    collections.map(async ({ attrs: { name = '', version = '0' } }) => {
      const patches = await patchesOf(connection, name, Number(version));
      return {
        tag: 'collection',
        attrs: { name, version, has_more_patches: 'false' },
        ...(patches.length > 0 ? { content: [{ tag: 'patches', attrs: {}, content: patches }] } : {}),
      };
    }),
  );
  connection.result(query, [{ tag: 'sync', attrs: {}, content }]);
}

async function patchesOf(connection: Connection, name: string, version: number): Promise<BinaryNode[]> {
  const { companion, simulator } = connection;
  if (!companion) return [];
  if (name === addressBookCollection) {
    await beginSettings(simulator, companion.phone);
    return simulator.addressBooks.patchesAfter(companion.phone, version).map(patchNode);
  }
  return name === own && version === 0 ? [patchNode(await nameOf(connection))] : [];
}

const patchNode = (content: Uint8Array): BinaryNode => ({ tag: 'patch', attrs: {}, content });

async function nameOf({ simulator, companion }: Connection): Promise<Uint8Array> {
  const phone = companion?.phone ?? '';
  const { id, data } = settingsKeyOf(phone);
  const name = simulator.people.byNumber(phone)?.name ?? phone;
  const { patch } = await encodeSyncdPatch(
    {
      type: own,
      index: ['setting_pushName'],
      syncAction: { timestamp: 1, pushNameSetting: { name } },
      apiVersion: 1,
      operation: proto.SyncdMutation.SyncdOperation.SET,
    },
    id.toString('base64'),
    newLTHashState(),
    async () => ({ keyData: data }),
  );
  return proto.SyncdPatch.encode(patch).finish();
}
