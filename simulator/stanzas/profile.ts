import { type BinaryNode, getBinaryNodeChild } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { nowSeconds, type Simulator } from '../simulator.ts';
import { addressedAs, lidJid, type Person } from '../state/people.ts';
import { queueFor } from './login.ts';

/** A companion looks at a picture, or changes that of its account or of a group. */
export async function answerPicture(connection: Connection, query: BinaryNode): Promise<void> {
  if (query.attrs.type === 'set') await setOwnPicture(connection, query);
  else showPicture(connection, query);
}

function showPicture(connection: Connection, query: BinaryNode): void {
  const { simulator, companion } = connection;
  const { target = '' } = query.attrs;
  const person = simulator.peers.personOf(target);
  const owner = person ?? simulator.groups.byJid(target);
  const type = getBinaryNodeChild(query, 'picture')?.attrs.type ?? 'image';
  if (person && simulator.blocks.has(person.number, companion?.phone ?? '')) {
    connection.refuse(query, 401, 'not-authorized');
    return;
  }
  if (!owner?.picture) {
    connection.refuse(query, 404, 'item-not-found');
    return;
  }
  const url = owner.picture.startsWith('/') ? simulator.media.downloadUrl + owner.picture : owner.picture;
  const id = String(person?.pictureId ?? 1);
  connection.result(query, [{ tag: 'picture', attrs: { id, type, url } }]);
}

async function setOwnPicture(connection: Connection, query: BinaryNode): Promise<void> {
  const { simulator, companion } = connection;
  if (!companion) return connection.refuse(query, 401, 'not-authorized');
  const image = getBinaryNodeChild(query, 'picture')?.content;
  const path = image instanceof Uint8Array ? await simulator.pictures.put(Buffer.from(image)) : undefined;
  const group = simulator.groups.byJid(query.attrs.target ?? '');
  if (group) {
    const author = simulator.people.byNumber(companion.phone);
    simulator.groups.setPicture(group.jid, path);
    const members = group.members.filter(member => member !== companion.phone);
    if (author) announcePicture(simulator, { from: group.jid, author, set: path !== undefined }, members);
  } else {
    simulator.people.setPicture(companion.phone, path);
    simulator.changes.emit({ type: 'phone', number: companion.phone });
  }
  await simulator.store.durable();
  connection.result(query, path ? [{ tag: 'picture', attrs: { id: String(nowSeconds()) } }] : []);
}

/** A contact's picture changed: the companies it talks with are told, and look when they want to. */
export function changePicture(simulator: Simulator, contact: Person, picture: string | undefined): void {
  simulator.people.setPicture(contact.number, picture);
  const phones = simulator.history.chatsOf(contact.number);
  const change = { from: addressedAs(contact), author: contact, set: picture !== undefined };
  announcePicture(simulator, change, phones);
}

type PictureChange = { from: string; author: Person; set: boolean };

function announcePicture(simulator: Simulator, { from, author, set }: PictureChange, phones: string[]): void {
  const id = String(author.pictureId + 1);
  const attrs = { jid: from, author: lidJid(author.lid) };
  const child = set ? { tag: 'set', attrs: { ...attrs, id } } : { tag: 'delete', attrs };
  for (const { jid } of phones.flatMap(phone => simulator.companions.ofPhone(phone))) {
    const t = String(nowSeconds());
    queueFor(simulator, jid, {
      tag: 'notification',
      attrs: { from, id: `picture-${id}-${t}`, type: 'picture', t },
      content: [child],
    });
  }
}
