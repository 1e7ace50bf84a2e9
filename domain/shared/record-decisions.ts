import type { z } from 'zod';
import { type Decision, nothing, type Rejection, reject } from './decision.ts';
import type { ErrorCode } from './errors.ts';
import type { RecordState } from './record.ts';

/** Who asks, about which record. `mayShare`: they may make one everybody's, and change such a one. */
export type Asked = { readonly id: string; readonly userId: string | null; readonly mayShare: boolean };

type Event<Type extends string, Data> = { readonly type: Type; readonly data: Data };
type Make<Data> = (data: unknown) => Data;

type Rules<Created extends string, Changed extends string, Removed extends string, C, D, R> = {
  readonly idField: string;
  readonly types: { readonly created: Created; readonly changed: Changed; readonly removed: Removed };
  readonly input: z.ZodObject;
  readonly missing: ErrorCode;
  readonly isOwned: boolean;
  readonly shareAction: string;
  /** The fields as an event with these data leaves them. */
  readonly valuesAfter: (data: unknown, before?: unknown) => object;
  /** The data of each event, by its schema. */
  readonly data: { readonly created: Make<C>; readonly changed: Make<D>; readonly removed: Make<R> };
};

/**
 * The decisions on a record, `(asked, given, state)`: what a form gives is looked at by the record's rule of today.
 * Refusals: ERR_VALIDATION with the field, ERR_NO_PERMISSION with the owner or the right that is wanting, the record's
 * own code when it is not there.
 */
export const recordDecisions = <
  const Created extends string,
  const Changed extends string,
  const Removed extends string,
  C,
  D,
  R,
>(
  rules: Rules<Created, Changed, Removed, C, D, R>,
) => {
  const { idField, types, input, missing, isOwned, shareAction, valuesAfter, data } = rules;
  type Events = Event<Created, C> | Event<Changed, D> | Event<Removed, R>;

  const mayNotShare = ({ mayShare }: Asked, values: unknown): Rejection | undefined =>
    isShared(values) && !mayShare ? reject('ERR_NO_PERMISSION', { action: shareAction }) : undefined;

  /** A shared one is for who may share; any other that is owned is for its owner. */
  const refused = (asked: Asked, state: RecordState): Rejection | undefined => {
    if (state.status !== 'active') return reject(missing);
    if (isShared(state.values)) return mayNotShare(asked, state.values);
    return isOwned && state.userId !== asked.userId
      ? reject('ERR_NO_PERMISSION', { userId: state.userId })
      : undefined;
  };

  const changed = (asked: Asked, to: object, before: unknown): Decision<Events> => {
    const values = valuesAfter(to, before);
    if (JSON.stringify(values) === JSON.stringify(before)) return nothing;
    const after = data.changed({ ...values, [idField]: asked.id });
    return mayNotShare(asked, values) ?? [{ type: types.changed, data: after }];
  };

  const removal = (id: string, said: object = {}): Events => ({
    type: types.removed,
    data: data.removed({ ...said, [idField]: id }),
  });

  return {
    create: (asked: Asked, given: unknown, state: RecordState): Decision<Events> => {
      if (state.status !== 'none') return reject('ERR_CONFLICT', { [idField]: asked.id });
      const form = input.safeParse(given);
      if (!form.success) return invalid(form.error);
      const values = valuesAfter(form.data);
      const own = { [idField]: asked.id, userId: asked.userId };
      return (
        mayNotShare(asked, values) ?? [{ type: types.created, data: data.created({ ...values, ...own }) }]
      );
    },
    change: (asked: Asked, given: unknown, state: RecordState): Decision<Events> => {
      const refusal = refused(asked, state);
      if (refusal || state.status !== 'active') return refusal ?? reject(missing);
      const form = input.safeParse(given);
      if (!form.success) return invalid(form.error);
      return changed(asked, form.data, state.values);
    },
    /** Changes the fields that are given, by the rule of today, and leaves the others what they are. */
    amend: (asked: Asked, given: object, state: RecordState): Decision<Events> => {
      const refusal = refused(asked, state);
      if (refusal || state.status !== 'active') return refusal ?? reject(missing);
      const form = input.partial().safeParse(given);
      if (!form.success) return invalid(form.error);
      const named = Object.entries(form.data).filter(([field]) => field in given);
      return changed(asked, Object.fromEntries(named), state.values);
    },
    /** Gives it a file that is stored, or takes the one it has. Only of a record with a field `file`. */
    attach: (asked: Asked, file: unknown, state: RecordState): Decision<Events> => {
      const refusal = refused(asked, state);
      if (refusal || state.status !== 'active') return refusal ?? reject(missing);
      const values = valuesAfter({ file }, state.values);
      if (JSON.stringify(values) === JSON.stringify(state.values)) return nothing;
      return [{ type: types.changed, data: data.changed({ ...values, [idField]: asked.id }) }];
    },
    remove: (asked: Asked, state: RecordState, said?: object): Decision<Events> => {
      if (state.status === 'removed') return nothing;
      return refused(asked, state) ?? [removal(asked.id, said)];
    },
    /** The end of one, whatever its state. */
    removal,
  };
};

const isShared = (values: unknown): boolean =>
  typeof values === 'object' && values !== null && 'shared' in values && values.shared === true;

const invalid = ({ issues }: z.ZodError): Rejection =>
  reject('ERR_VALIDATION', { field: String(issues[0]?.path[0] ?? '') });
