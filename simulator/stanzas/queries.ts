import { type BinaryNode, getBinaryNodeChild } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { answerAppState } from './account-settings.ts';
import { answerGroups } from './groups.ts';
import { receiveLinkCodeStage } from './link-code.ts';
import { goOnline } from './login.ts';
import { finishPairing } from './pairing.ts';
import { answerPrekeys } from './prekeys.ts';
import { answerPicture } from './profile.ts';
import { answerBlocklist, answerMediaHosts, answerPrivacy } from './settings.ts';
import { unlinkDevice } from './unlinking.ts';
import { answerUsers } from './usync.ts';

/** The `iq` family: every query gets exactly one result or refusal. */
export async function answerQuery(connection: Connection, query: BinaryNode): Promise<void> {
  if (query.attrs.type === 'result') {
    const sign = getBinaryNodeChild(query, 'pair-device-sign');
    return sign && finishPairing(connection, sign);
  }
  switch (query.attrs.xmlns) {
    case 'w:p':
      return connection.result(query);
    case 'encrypt':
      return answerPrekeys(connection, query);
    case 'passive':
      connection.result(query);
      return getBinaryNodeChild(query, 'active') && goOnline(connection);
    case 'usync':
      return answerUsers(connection, query);
    case 'w:g2':
      return answerGroups(connection, query);
    case 'w:m':
      return answerMediaHosts(connection, query);
    case 'w:profile:picture':
      return answerPicture(connection, query);
    case 'privacy':
      return answerPrivacy(connection, query);
    case 'abt':
      return connection.result(query, [
        { tag: 'props', attrs: { hash: 'sim', refresh: '86400' }, content: [] },
      ]);
    case 'blocklist':
      return answerBlocklist(connection, query);
    case 'w:sync:app:state':
      return answerAppState(connection, query);
    case 'md':
      return answerMultiDevice(connection, query);
    default:
      return answerUnknown(connection, query);
  }
}

/** Linking by code, before login; unlinking oneself, after it. */
async function answerMultiDevice(connection: Connection, query: BinaryNode): Promise<void> {
  if (getBinaryNodeChild(query, 'link_code_companion_reg')) return receiveLinkCodeStage(connection, query);
  connection.result(query);
  if (!connection.companion || !getBinaryNodeChild(query, 'remove-companion-device')) return;
  await unlinkDevice(connection.simulator, connection.companion);
}

function answerUnknown(connection: Connection, query: BinaryNode): void {
  const { xmlns = '', type } = query.attrs;
  connection.simulator.log(`no answer known for ${type} ${xmlns}`);
  if (type === 'get') connection.refuse(query, 501, 'feature-not-implemented');
  else connection.result(query);
}
