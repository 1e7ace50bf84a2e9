import type { Store } from './store.ts';

export type Group = { jid: string; subject: string; created: number; members: string[] };

/** Groups and their members' numbers, in order; the first one is the admin. */
export class Groups {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  add(group: Group): void {
    this.#store.write(
      'insert or replace into chat_group values (?, ?, ?)',
      group.jid,
      group.subject,
      group.created,
    );
    this.#store.write('delete from group_member where chat_group = ?', group.jid);
    for (const [position, number] of group.members.entries()) {
      this.#store.write('insert into group_member values (?, ?, ?)', group.jid, number, position);
    }
  }

  byJid(jid: string): Group | undefined {
    const row = this.#store.one('select * from chat_group where jid = ?', jid);
    if (!row) return undefined;
    return {
      jid,
      subject: String(row.subject),
      created: Number(row.created),
      members: this.#store
        .all('select number from group_member where chat_group = ? order by position', jid)
        .map(member => String(member.number)),
    };
  }

  all(): Group[] {
    return this.#store
      .all('select jid from chat_group order by jid')
      .flatMap(row => this.byJid(String(row.jid)) ?? []);
  }
}
