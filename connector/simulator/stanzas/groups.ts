import { type BinaryNode, getBinaryNodeChild } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import type { Simulator } from '../simulator.ts';
import type { Group } from '../state/groups.ts';
import { lidJid, phoneJid } from '../state/people.ts';

/** Answers "which groups am I in" and "describe this group". */
export function answerGroups(connection: Connection, query: BinaryNode): void {
  const { simulator, companion } = connection;
  if (getBinaryNodeChild(query, 'participating')) {
    const mine = simulator.groups.all().filter(group => group.members.includes(companion?.phone ?? ''));
    const content = mine.map(group => describeGroup(simulator, group));
    connection.result(query, [{ tag: 'groups', attrs: {}, content }]);
    return;
  }
  const group = simulator.groups.byJid(query.attrs.to ?? '');
  if (!group) connection.refuse(query, 404, 'item-not-found');
  else connection.result(query, [describeGroup(simulator, group)]);
}

function describeGroup(simulator: Simulator, group: Group): BinaryNode {
  const members = group.members.flatMap(number => simulator.people.byNumber(number) ?? []);
  const [admin] = members;
  const created = String(group.created);
  return {
    tag: 'group',
    attrs: {
      id: group.jid.split('@')[0] ?? '',
      subject: group.subject,
      s_t: created,
      creation: created,
      creator: admin ? lidJid(admin.lid) : '',
      addressing_mode: 'lid',
    },
    content: members.map(member => ({
      tag: 'participant',
      attrs: {
        jid: lidJid(member.lid),
        phone_number: phoneJid(member.number),
        ...(member === admin ? { type: 'admin' } : {}),
      },
    })),
  };
}
