import { type BinaryNode, getBinaryNodeChild } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';

export function answerPicture(connection: Connection, query: BinaryNode): void {
  const { picture } = connection.simulator.peers.personOf(query.attrs.target) ?? {};
  const type = getBinaryNodeChild(query, 'picture')?.attrs.type ?? 'image';
  if (!picture) connection.refuse(query, 404, 'item-not-found');
  else connection.result(query, [{ tag: 'picture', attrs: { id: '1', type, url: picture } }]);
}

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
