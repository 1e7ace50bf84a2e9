import type { AuditFilter } from '#contracts/audit.ts';
import { catalogue } from '#domain/catalogue.ts';

/** Where a list stands: after this entry, in its order. */
export type Place = { readonly at: string; readonly position: number };

/** What is looked for, with moments for days and ids for words. */
export type Sought = Omit<AuditFilter, 'from' | 'to' | 'q'> & {
  /** Entries of this moment and later. */
  readonly since?: string | undefined;
  /** Those whose name was sought. */
  readonly ids?: readonly string[] | undefined;
};

export type Condition = { readonly sql: string; readonly values: readonly unknown[] };
/** What an index leads through in the list's order: one way, or several that are merged. */
export type Way = { readonly condition: Condition; readonly of?: Condition };
export type Plan = { readonly ways: readonly Way[]; readonly rest: readonly Condition[] };

/** The condition with its values given out by `add`, which answers the name of each. */
export const placed = ({ sql, values }: Condition, add: (value: unknown) => string): string => {
  let index = 0;
  return sql.replaceAll('?', () => add(values[index++]));
};

/** Names of parameters stand for numbers that the statement gives out: `?`. */
const is = (column: string, value: unknown): Condition => ({ sql: `e.${column} = ?`, values: [value] });

/**
 * The narrowest way to what is sought, and what is asked of each entry on it. Each way is an index in the list's order,
 * so that a page costs the same wherever it stands.
 */
export const planOf = (sought: Sought): Plan => {
  const narrow = narrowOf(sought);
  const types = typesOf(sought);
  const words = sought.ids && byName(sought.ids);
  const routine: Condition[] = sought.routine === 'no' ? [{ sql: 'not e.routine', values: [] }] : [];
  const rest = [
    ...(sought.actorKind ? [is('actor_kind', sought.actorKind)] : []),
    ...(sought.key ? [{ sql: `e.details->>'key' = ?`, values: [sought.key] }] : []),
  ];
  const [first, ...others] = narrow;
  const typed: Condition[] = types ? [{ sql: 'e.type = any(?::text[])', values: [types] }] : [];
  if (first)
    return {
      ways: [{ condition: first }],
      rest: [...others, ...typed, ...routine, ...rest, ...(words ? [words] : [])],
    };
  if (sought.ids) return { ways: waysOf(sought.ids), rest: [...typed, ...routine, ...rest] };
  if (types)
    return {
      ways: [
        { of: { sql: 'unnest(?::text[])', values: [types] }, condition: { sql: 'e.type = k.k', values: [] } },
      ],
      rest: [...routine, ...rest],
    };
  return { ways: [{ condition: routine[0] ?? { sql: 'true', values: [] } }], rest };
};

const narrowOf = (sought: Sought): readonly Condition[] => [
  ...(sought.cause ? [is('cause_id', sought.cause)] : []),
  ...(sought.object ? [is('object_id', sought.object)] : []),
  ...(sought.ticket ? [is('ticket_id', sought.ticket)] : []),
  ...(sought.contact ? [is('contact_id', sought.contact)] : []),
  ...(sought.actor ? [is('actor_id', sought.actor)] : []),
];

const namedIn = ['actor_id', 'object_id', 'contact_id'] as const;

const byName = (ids: readonly string[]): Condition => ({
  sql: `(${namedIn.map(column => `e.${column} = any(?::uuid[])`).join(' or ')})`,
  values: namedIn.map(() => ids),
});
const waysOf = (ids: readonly string[]): readonly Way[] =>
  namedIn.map(column => ({
    of: { sql: 'unnest(?::uuid[])', values: [ids] },
    condition: { sql: `e.${column} = k.k`, values: [] },
  }));

/** An action and a kind that it is not of have nothing in common. */
const typesOf = ({ action, kind }: Sought): readonly string[] | undefined => {
  const ofKind = kind && Object.keys(catalogue[kind]);
  if (!action) return ofKind;
  return ofKind && !ofKind.includes(action) ? [] : [action];
};
