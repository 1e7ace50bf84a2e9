import { randomBytes } from 'node:crypto';
import type { Row, Store } from './store.ts';

export type Group = {
  jid: string;
  subject: string;
  /** Seconds since 1970. */
  created: number;
  members: string[];
  admins: string[];
  description: string | undefined;
  /** The code in the group's invitation link. */
  invite: string;
  /** Only admins may write. */
  announce: boolean;
  picture: string | undefined;
};

export type NewGroup = Pick<Group, 'jid' | 'subject' | 'created' | 'members'>;

/** Groups and their members' numbers, in order of joining; the first one is an admin from the start. */
export class Groups {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  add({ jid, subject, created, members }: NewGroup): void {
    this.#store.write(
      'insert or replace into chat_group(jid, subject, created, invite) values (?, ?, ?, ?)',
      jid,
      subject,
      created,
      newInvite(),
    );
    this.#store.write('delete from group_member where chat_group = ?', jid);
    for (const number of members) this.addMember(jid, number);
    if (members[0]) this.setAdmin(jid, members[0], true);
  }

  addMember(jid: string, number: string): void {
    this.#store.write(
      `insert or ignore into group_member(chat_group, number, position)
       select ?, ?, coalesce(max(position) + 1, 0) from group_member where chat_group = ?`,
      jid,
      number,
      jid,
    );
  }

  removeMember(jid: string, number: string): void {
    this.#store.write('delete from group_member where chat_group = ? and number = ?', jid, number);
  }

  setAdmin(jid: string, number: string, admin: boolean): void {
    this.#store.write(
      'update group_member set admin = ? where chat_group = ? and number = ?',
      Number(admin),
      jid,
      number,
    );
  }

  setSubject(jid: string, subject: string): void {
    this.#store.write('update chat_group set subject = ? where jid = ?', subject, jid);
  }

  setDescription(jid: string, description: string | undefined): void {
    this.#store.write('update chat_group set description = ? where jid = ?', description ?? null, jid);
  }

  setAnnounce(jid: string, announce: boolean): void {
    this.#store.write('update chat_group set announce = ? where jid = ?', Number(announce), jid);
  }

  setPicture(jid: string, picture: string | undefined): void {
    this.#store.write('update chat_group set picture = ? where jid = ?', picture ?? null, jid);
  }

  /** Makes a new invitation; the former link leads nowhere from now on. */
  renewInvite(jid: string): string {
    const invite = newInvite();
    this.#store.write('update chat_group set invite = ? where jid = ?', invite, jid);
    return invite;
  }

  byJid(jid: string): Group | undefined {
    const row = this.#store.one('select * from chat_group where jid = ?', jid);
    return row && this.#toGroup(jid, row);
  }

  byInvite(invite: string): Group | undefined {
    const row = this.#store.one(`select * from chat_group where invite = ? and invite <> ''`, invite);
    return row && this.#toGroup(String(row.jid), row);
  }

  all(): Group[] {
    return this.#store
      .all('select * from chat_group order by jid')
      .map(row => this.#toGroup(String(row.jid), row));
  }

  #toGroup(jid: string, row: Row): Group {
    const rows = this.#store.all(
      'select number, admin from group_member where chat_group = ? order by position',
      jid,
    );
    const members = rows.map(member => String(member.number));
    const admins = rows.filter(member => member.admin === 1).map(member => String(member.number));
    return {
      jid,
      subject: String(row.subject),
      created: Number(row.created),
      members,
      admins: admins.length > 0 ? admins : members.slice(0, 1),
      description: row.description === null ? undefined : String(row.description),
      invite: String(row.invite),
      announce: row.announce === 1,
      picture: row.picture === null ? undefined : String(row.picture),
    };
  }
}

function newInvite(): string {
  return randomBytes(16).toString('base64url');
}
