import {
  type BinaryNode,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  getBinaryNodeChildren,
} from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { nowSeconds, type Simulator } from '../simulator.ts';
import { lidJid, type Person, phoneJid } from '../state/people.ts';

/** Answers "who are these users": are they registered, which devices and which LID do they have. */
export function answerUsers(connection: Connection, query: BinaryNode): void {
  const usync = getBinaryNodeChild(query, 'usync');
  const protocols = getAllBinaryNodeChildren(getBinaryNodeChild(usync, 'query') ?? query).map(
    node => node.tag,
  );
  const users = getBinaryNodeChildren(getBinaryNodeChild(usync, 'list'), 'user');
  const content = [
    { tag: 'result', attrs: {}, content: protocols.map(tag => ({ tag, attrs: {} })) },
    {
      tag: 'list',
      attrs: {},
      content: users.map(user => describeUser(connection.simulator, user, protocols)),
    },
  ];
  connection.result(query, [{ tag: 'usync', attrs: { ...usync?.attrs }, content }]);
}

function describeUser(simulator: Simulator, user: BinaryNode, protocols: string[]): BinaryNode {
  const asked = getBinaryNodeChildBuffer(user, 'contact');
  const number = asked ? Buffer.from(asked).toString().replace(/\D/g, '') : undefined;
  const jid = user.attrs.jid ?? phoneJid(number ?? '');
  const person = simulator.peers.personOf(jid);
  const registered = person?.policy.registered ? person : undefined;
  const answers = protocols.flatMap((protocol): BinaryNode[] => {
    switch (protocol) {
      case 'contact':
        return [contactAnswer(registered, number)];
      case 'devices':
        return [
          { tag: 'devices', attrs: {}, content: registered ? [deviceList(simulator, registered)] : [] },
        ];
      case 'lid':
        return registered ? [{ tag: 'lid', attrs: { val: lidJid(registered.lid) } }] : [];
      case 'status':
        return [{ tag: 'status', attrs: { t: String(nowSeconds()) }, content: Buffer.from('') }];
      default:
        return [];
    }
  });
  return { tag: 'user', attrs: { jid }, content: answers };
}

function contactAnswer(registered: Person | undefined, number: string | undefined): BinaryNode {
  const node = { tag: 'contact', attrs: { type: registered ? 'in' : 'out' } };
  return number === undefined ? node : { ...node, content: Buffer.from(`+${number}`) };
}

function deviceList(simulator: Simulator, person: Person): BinaryNode {
  const { companions, contactDevices } = simulator;
  const devices = [...companions.ofPhone(person.number), ...contactDevices.list(person.number)];
  const linked = devices.map(({ device, keyIndex }) => ({
    tag: 'device',
    attrs: { id: String(device), 'key-index': String(keyIndex) },
  }));
  return {
    tag: 'device-list',
    attrs: { hash: `2:${person.lid}-${linked.length}` },
    content: [{ tag: 'device', attrs: { id: '0' } }, ...linked],
  };
}
