import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { lidJid } from '../state/people.ts';

export function answerPrivacy(connection: Connection, query: BinaryNode): void {
  const category = { tag: 'category', attrs: { name: 'readreceipts', value: 'all' } };
  const settings = [{ tag: 'privacy', attrs: {}, content: [category] }];
  connection.result(query, getBinaryNodeChild(query, 'tokens') ? [] : settings);
}

export function answerMediaHosts(connection: Connection, query: BinaryNode): void {
  const hostname = connection.simulator.media.uploadHost;
  connection.result(query, [
    {
      tag: 'media_conn',
      attrs: { auth: 'simulated', ttl: '300', auth_ttl: '21600', max_buckets: '12' },
      content: [{ tag: 'host', attrs: { hostname } }],
    },
  ]);
}

/** A companion reads or changes the account's list of blocked contacts. */
export async function answerBlocklist(connection: Connection, query: BinaryNode): Promise<void> {
  const { simulator, companion } = connection;
  const owner = companion?.phone ?? '';
  for (const { attrs } of getBinaryNodeChildren(query, 'item')) {
    const person = simulator.peers.personOf(attrs.jid);
    if (person) simulator.blocks.set(owner, person.number, attrs.action === 'block');
  }
  await simulator.store.durable();
  const blocked = simulator.blocks.list(owner).flatMap(number => simulator.people.byNumber(number) ?? []);
  const content = blocked.map(({ lid }) => ({ tag: 'item', attrs: { jid: lidJid(lid) } }));
  connection.result(query, [{ tag: 'list', attrs: {}, content }]);
}
