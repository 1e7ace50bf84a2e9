import type { Store } from './store.ts';

/** Who blocked whom, by number. */
export class Blocks {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  set(owner: string, blocked: string, on: boolean): void {
    if (on) this.#store.write('insert or ignore into blocked values (?, ?)', owner, blocked);
    else this.#store.write('delete from blocked where owner = ? and blocked = ?', owner, blocked);
  }

  has(owner: string, blocked: string): boolean {
    return (
      this.#store.one('select 1 from blocked where owner = ? and blocked = ?', owner, blocked) !== undefined
    );
  }

  /** Whether one of the two blocked the other. */
  between(one: string, other: string): boolean {
    return this.has(one, other) || this.has(other, one);
  }

  list(owner: string): string[] {
    const rows = this.#store.all('select blocked from blocked where owner = ? order by blocked', owner);
    return rows.map(row => String(row.blocked));
  }
}
