import type { Store } from './store.ts';

/** After how many seconds what is written between two people, or in a group, vanishes; 0: it stays. */
export class ChatTimers {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  set(one: string, other: string, seconds: number): void {
    this.#store.write('insert or replace into chat_timer values (?, ?, ?)', ...namesOf(one, other), seconds);
  }

  of(one: string, other: string): number {
    const [first, second] = namesOf(one, other);
    const row = this.#store.one('select seconds from chat_timer where one = ? and other = ?', first, second);
    return Number(row?.seconds ?? 0);
  }
}

/** A chat is the same from both sides; a group's is the group's alone. */
function namesOf(one: string, other: string): [string, string] {
  if (other.endsWith('@g.us')) return [other, ''];
  return one < other ? [one, other] : [other, one];
}
