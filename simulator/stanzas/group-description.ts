import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Simulator } from '../simulator.ts';
import type { Group } from '../state/groups.ts';
import { lidJid, phoneJid } from '../state/people.ts';

/** A group as the server describes it: name, settings, members. */
export function describeGroup(simulator: Simulator, group: Group): BinaryNode {
  const members = group.members.flatMap(number => simulator.people.byNumber(number) ?? []);
  const [creator] = members;
  const created = String(group.created);
  const participants = members.map(member => ({
    tag: 'participant',
    attrs: {
      jid: lidJid(member.lid),
      phone_number: phoneJid(member.number),
      ...(group.admins.includes(member.number) ? { type: 'admin' } : {}),
    },
  }));
  return {
    tag: 'group',
    attrs: {
      id: group.jid.split('@')[0] ?? '',
      subject: group.subject,
      s_t: created,
      creation: created,
      creator: creator ? lidJid(creator.lid) : '',
      creator_pn: creator ? phoneJid(creator.number) : '',
      addressing_mode: 'lid',
    },
    content: [...participants, ...settings(group)],
  };
}

function settings({ announce, description }: Group): BinaryNode[] {
  const body = { tag: 'body', attrs: {}, content: Buffer.from(description ?? '') };
  return [
    ...(announce ? [{ tag: 'announcement', attrs: {} }] : []),
    ...(description === undefined ? [] : [{ tag: 'description', attrs: { id: '1' }, content: [body] }]),
  ];
}
