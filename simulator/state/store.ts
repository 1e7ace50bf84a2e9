import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { LATER_COLUMNS, SCHEMA } from './schema.ts';

export type Row = Record<string, SQLOutputValue>;

/**
 * The simulator's durable state. All writes of one turn of the event loop commit together, so whatever
 * is written without an `await` in between is stored whole or not at all. A commit reaches the operating
 * system (it survives kill -9 of the process), not necessarily the disk.
 */
export class Store {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #onCommit: (() => void)[] = [];
  #inTransaction = false;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#database = new DatabaseSync(join(folder, 'simulator.db'));
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma busy_timeout = 5000');
    this.#database.exec(SCHEMA);
    for (const [table, column, type] of LATER_COLUMNS) {
      const known = this.all('select 1 from pragma_table_info(?) where name = ?', table, column);
      if (known.length === 0) this.#database.exec(`alter table ${table} add column ${column} ${type}`);
    }
  }

  /** Runs a writing statement in the current turn's transaction and returns the number of rows changed. */
  write(sql: string, ...values: SQLInputValue[]): number {
    if (!this.#inTransaction) {
      this.#database.exec('begin immediate');
      this.#inTransaction = true;
      setImmediate(() => this.#commit());
    }
    return Number(this.#statement(sql).run(...values).changes);
  }

  one(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  /** Runs `action` once everything written so far is committed; actions keep their order. */
  afterCommit(action: () => void): void {
    if (this.#inTransaction) this.#onCommit.push(action);
    else action();
  }

  /** Resolves once everything written so far is committed. */
  durable(): Promise<void> {
    return new Promise(resolve => this.afterCommit(resolve));
  }

  close(): void {
    this.#commit();
    this.#statements.clear();
    this.#database.close();
  }

  #commit(): void {
    if (!this.#inTransaction) return;
    this.#database.exec('commit');
    this.#inTransaction = false;
    const actions = this.#onCommit;
    this.#onCommit = [];
    for (const action of actions) action();
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
