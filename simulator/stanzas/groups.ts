import { type BinaryNode, getAllBinaryNodeChildren, getBinaryNodeChild } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { nowSeconds, type Simulator } from '../simulator.ts';
import type { Group } from '../state/groups.ts';
import { lidJid, type Person } from '../state/people.ts';
import { changeGroup, createGroup, type GroupChange } from './group-changes.ts';
import { describeGroup } from './group-description.ts';

/** The `w:g2` family: a companion asks about groups, makes them, changes them. */
export async function answerGroups(connection: Connection, query: BinaryNode): Promise<void> {
  const { simulator, companion } = connection;
  const account = simulator.people.byNumber(companion?.phone ?? '');
  const [asked] = getAllBinaryNodeChildren(query);
  if (!account || !asked) return connection.refuse(query, 400, 'bad-request');
  const target = query.attrs.to ?? '';
  if (query.attrs.type === 'get') return describe(connection, query, { account, asked, target });
  if (target === '@g.us') beyondGroups(connection, query, { account, asked, target });
  else changeOne(connection, query, { account, asked, target });
  await simulator.store.durable();
}

type Asked = { account: Person; asked: BinaryNode; target: string };

function describe(connection: Connection, query: BinaryNode, { account, asked, target }: Asked): void {
  const { groups } = connection.simulator;
  const answer = (group: Group) => describeGroup(connection.simulator, group);
  if (asked.tag === 'participating') {
    const mine = groups.all().filter(group => group.members.includes(account.number));
    connection.result(query, [{ tag: 'groups', attrs: {}, content: mine.map(answer) }]);
    return;
  }
  const invited = groups.byInvite(asked.attrs.code ?? '');
  if (asked.tag === 'invite' && invited) {
    connection.result(query, [answer(invited)]);
    return;
  }
  const group = groups.byJid(target);
  if (!group) {
    connection.refuse(query, 404, 'item-not-found');
    return;
  }
  if (!group.members.includes(account.number)) {
    connection.refuse(query, 403, 'forbidden');
    return;
  }
  if (asked.tag === 'invite') {
    connection.result(query, [{ tag: 'invite', attrs: { code: group.invite } }]);
    return;
  }
  connection.result(query, [answer(group)]);
  return;
}

/** What names no group in its address: making one, leaving some, joining by a link. */
function beyondGroups(connection: Connection, query: BinaryNode, { account, asked }: Asked): void {
  const { simulator } = connection;
  if (asked.tag === 'create') {
    const members = [account.number, ...numbersIn(simulator, asked)];
    const jid = `1203630${Date.now()}@g.us`;
    const subject = asked.attrs.subject ?? '';
    const group = createGroup(simulator, account, { jid, subject, created: nowSeconds(), members });
    connection.result(query, [describeGroup(simulator, group)]);
    return;
  }
  if (asked.tag === 'leave') {
    for (const { attrs } of getAllBinaryNodeChildren(asked)) {
      const group = simulator.groups.byJid(attrs.id ?? '');
      if (group) changeGroup(simulator, account, group, { action: 'leave' });
    }
    connection.result(query);
    return;
  }
  const invited = simulator.groups.byInvite(asked.attrs.code ?? '');
  if (asked.tag !== 'invite' || !invited) {
    connection.refuse(query, 406, 'not-acceptable');
    return;
  }
  changeGroup(simulator, account, invited, { action: 'join' });
  connection.result(query, [{ tag: 'group', attrs: { jid: invited.jid } }]);
  return;
}

function changeOne(connection: Connection, query: BinaryNode, { account, asked, target }: Asked): void {
  const { simulator } = connection;
  const group = simulator.groups.byJid(target);
  const change = readChange(simulator, asked);
  if (!group) {
    connection.refuse(query, 404, 'item-not-found');
    return;
  }
  if (!change) {
    connection.refuse(query, 501, 'feature-not-implemented');
    return;
  }
  if (!group.admins.includes(account.number)) {
    connection.refuse(query, 403, 'forbidden');
    return;
  }
  const changed = changeGroup(simulator, account, group, change);
  if (change.action === 'invite') {
    connection.result(query, [{ tag: 'invite', attrs: { code: changed.invite } }]);
    return;
  }
  if (!('members' in change)) {
    connection.result(query);
    return;
  }
  const content = change.members.flatMap(number => {
    const person = simulator.people.byNumber(number);
    return person ? [{ tag: 'participant', attrs: { jid: lidJid(person.lid) } }] : [];
  });
  connection.result(query, [{ tag: change.action, attrs: {}, content }]);
  return;
}

function readChange(simulator: Simulator, { tag, ...asked }: BinaryNode): GroupChange | undefined {
  const node = { tag, ...asked };
  switch (tag) {
    case 'add':
    case 'remove':
    case 'promote':
    case 'demote':
      return { action: tag, members: numbersIn(simulator, node) };
    case 'subject':
      return { action: tag, subject: textOf(node) };
    case 'description':
      return { action: tag, description: textOf(getBinaryNodeChild(node, 'body')) };
    case 'invite':
    case 'announcement':
    case 'not_announcement':
      return { action: tag };
    default:
      return undefined;
  }
}

function numbersIn(simulator: Simulator, node: BinaryNode): string[] {
  return getAllBinaryNodeChildren(node).flatMap(
    ({ attrs }) => simulator.peers.personOf(attrs.jid)?.number ?? [],
  );
}

function textOf(node: BinaryNode | undefined): string {
  const { content } = node ?? {};
  return content instanceof Uint8Array ? Buffer.from(content).toString() : String(content ?? '');
}
