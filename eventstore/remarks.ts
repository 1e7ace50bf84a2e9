import type { Position } from './types.ts';

/** Something that a subscription says between two events: how far it has come, or that it is live now. */
export type Remark = {
  /** Up to the event there, that one included. */
  readonly position?: Position;
  /**
   * Up to right in front of where an event stands, or will be written: nobody can go on behind this. The position of
   * the last event before it says the same.
   */
  readonly border?: number;
  readonly live?: boolean;
};

/** The later of two checkpoints counts. */
const joined = <Former extends Remark>({ border, ...former }: Former, remark: Remark) => ({
  ...former,
  ...(border === undefined || remark.position !== undefined ? {} : { border }),
  ...remark,
});

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
      if (last?.after === after) waiting[waiting.length - 1] = joined(last, remark);
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
