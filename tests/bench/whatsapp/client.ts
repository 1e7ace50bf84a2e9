import type { Group } from './people.ts';

/** Who is measured: a company's client in a process of its own. */
export type Client = {
  readonly pid: number;
  readonly phone: string;
  readonly group: Group;
  readonly received: () => number | Promise<number>;
  readonly acknowledged: () => number | Promise<number>;
  readonly send: (total: number, where: 'contacts' | 'groups') => Promise<void>;
};
