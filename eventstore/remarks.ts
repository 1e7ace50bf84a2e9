import type { Position } from './types.ts';

/** Something that a subscription says between two events: how far it has come, or that it is live now. */
export type Remark = { readonly position?: Position; readonly live?: boolean };

/**
 * What a subscription has said that its reader has not come to yet. What is said twice between the same two events is
 * one remark, so there are never more than there are unread events, and one: checkpoints alone do not pile up.
 */
export const createRemarks = () => {
  const waiting: (Remark & { readonly after: number })[] = [];
  return {
    /** `after` counts the events that came before it, from the first one on. */
    say: (after: number, remark: Remark): void => {
      const last = waiting.at(-1);
      if (last?.after === after) waiting[waiting.length - 1] = { ...last, ...remark };
      else waiting.push({ ...remark, after });
    },
    /** The next one, for who has read so many events. */
    due: (read: number): Remark | undefined => {
      const [first] = waiting;
      return first && first.after <= read ? first : undefined;
    },
    drop: (): void => {
      waiting.shift();
    },
    count: (): number => waiting.length,
  };
};
