import type { BinaryNode } from '@whiskeysockets/baileys';
import { nowSeconds, type Simulator } from '../simulator.ts';
import type { Group, NewGroup } from '../state/groups.ts';
import { lidJid, type Person, phoneJid } from '../state/people.ts';
import { describeGroup } from './group-description.ts';
import { queueFor } from './login.ts';
import { newStanzaId } from './stanza-id.ts';

/** What may happen to a group. `members` are numbers. */
export type GroupChange =
  | { action: 'add' | 'remove' | 'promote' | 'demote'; members: string[] }
  | { action: 'leave' | 'join' | 'invite' | 'announcement' | 'not_announcement' }
  | { action: 'subject'; subject: string }
  | { action: 'description'; description: string };

/** Someone makes a group: every company in it is told, with all that is known of the group. */
export function createGroup(simulator: Simulator, author: Person, group: NewGroup): Group {
  simulator.groups.add(group);
  const made = simulator.groups.byJid(group.jid);
  if (!made) throw new Error(`the group ${group.jid} was not stored`);
  tellMembers(simulator, { group: made, author }, made.members, {
    tag: 'create',
    attrs: {},
    content: [describeGroup(simulator, made)],
  });
  return made;
}

/** Someone changes a group: those who are in it before or after are told. */
export function changeGroup(simulator: Simulator, author: Person, group: Group, change: GroupChange): Group {
  const { jid } = group;
  const child = applyChange(simulator, author, group, change);
  const changed = simulator.groups.byJid(jid) ?? group;
  const told = [...new Set([...group.members, ...changed.members])];
  forgetSenderKeys(simulator, group, changed);
  tellMembers(simulator, { group: changed, author }, told, child);
  return changed;
}

function applyChange(simulator: Simulator, author: Person, { jid }: Group, change: GroupChange): BinaryNode {
  const { groups } = simulator;
  switch (change.action) {
    case 'add':
      for (const number of change.members) groups.addMember(jid, number);
      return participants(simulator, 'add', change.members);
    case 'join':
      groups.addMember(jid, author.number);
      return { ...participants(simulator, 'add', [author.number]), attrs: { reason: 'invite' } };
    case 'remove':
      for (const number of change.members) groups.removeMember(jid, number);
      return participants(simulator, 'remove', change.members);
    case 'leave':
      groups.removeMember(jid, author.number);
      return participants(simulator, 'remove', [author.number]);
    case 'promote':
    case 'demote':
      for (const number of change.members) groups.setAdmin(jid, number, change.action === 'promote');
      return participants(simulator, change.action, change.members);
    case 'subject':
      groups.setSubject(jid, change.subject);
      return { tag: 'subject', attrs: { subject: change.subject, s_t: String(nowSeconds()) } };
    case 'description':
      groups.setDescription(jid, change.description || undefined);
      return {
        tag: 'description',
        attrs: { id: String(nowSeconds()) },
        content: [{ tag: 'body', attrs: {}, content: Buffer.from(change.description) }],
      };
    case 'announcement':
    case 'not_announcement':
      groups.setAnnounce(jid, change.action === 'announcement');
      return { tag: change.action, attrs: {} };
    case 'invite':
      return { tag: 'invite', attrs: { code: groups.renewInvite(jid) } };
  }
}

function participants(simulator: Simulator, tag: string, numbers: string[]): BinaryNode {
  const people = numbers.flatMap(number => simulator.people.byNumber(number) ?? []);
  const content = people.map(({ lid, number }) => ({
    tag: 'participant',
    attrs: { jid: lidJid(lid), phone_number: phoneJid(number) },
  }));
  return { tag, attrs: {}, content };
}

/** Who stays writes with a new sender key, which those who left do not get. */
function forgetSenderKeys(simulator: Simulator, before: Group, after: Group): void {
  if (before.members.every(member => after.members.includes(member))) return;
  for (const member of before.members) {
    for (const peer of simulator.peers.devicesOf(member)) void peer.forgetSenderKey(before.jid);
  }
}

type Actor = { group: Group; author: Person };

function tellMembers(
  simulator: Simulator,
  { group, author }: Actor,
  members: string[],
  child: BinaryNode,
): void {
  const t = String(nowSeconds());
  const attrs = {
    from: group.jid,
    type: 'w:gp2',
    t,
    participant: lidJid(author.lid),
    participant_pn: phoneJid(author.number),
    addressing_mode: 'lid',
    notify: author.name,
  };
  for (const companion of members.flatMap(member => simulator.companions.ofPhone(member))) {
    const id = newStanzaId();
    queueFor(simulator, companion.jid, { tag: 'notification', attrs: { ...attrs, id }, content: [child] });
  }
  simulator.changes.emit({ type: 'group', jid: group.jid });
}
