import { type BinaryNode, getBinaryNodeChild } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';

export function answerPicture(connection: Connection, query: BinaryNode): void {
  const { picture } = connection.simulator.peers.personOf(query.attrs.target) ?? {};
  if (!picture) return connection.refuse(query, 404, 'item-not-found');
  const type = getBinaryNodeChild(query, 'picture')?.attrs.type ?? 'image';
  connection.result(query, [{ tag: 'picture', attrs: { id: '1', type, url: picture } }]);
}

export function answerPrivacy(connection: Connection, query: BinaryNode): void {
  if (getBinaryNodeChild(query, 'tokens')) return connection.result(query, []);
  const category = { tag: 'category', attrs: { name: 'readreceipts', value: 'all' } };
  connection.result(query, [{ tag: 'privacy', attrs: {}, content: [category] }]);
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
