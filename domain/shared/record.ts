import { z } from 'zod';
import { everybody, type Role } from '../access/roles.ts';
import type { Entity } from './decider.ts';
import type { ErrorCode } from './errors.ts';
import { type DomainEvent, id } from './event.ts';
import { type Fields, type HeldFile, heldFileSchema, owners } from './fields.ts';
import { recordDecisions } from './record-decisions.ts';
import { keyed, pluck, uncapitalize } from './typed-objects.ts';

type Owner = (typeof owners)[keyof typeof owners];
type ShapeOf<F extends Fields, Part extends 'value' | 'stored' | 'input'> = {
  readonly [Name in keyof F]: F[Name][Part];
};

/** The fields of a record as they are known of one that is there. */
export type ValuesOf<F extends Fields> = z.output<z.ZodObject<ShapeOf<F, 'value'>>>;
/** What a form gives, before it is looked at. */
export type InputOf<F extends Fields> = z.input<z.ZodObject<ShapeOf<F, 'input'>>>;

/**
 * The state of one record. It is the same for all records, so that all can be walked in one loop; `values` are as the
 * record's own `values` schema reads them.
 */
export type RecordState =
  | { readonly status: 'none' }
  | { readonly status: 'active'; readonly values: unknown; readonly userId: string | null }
  | { readonly status: 'removed' };

type Declaration<
  Category extends string,
  F extends Fields,
  O extends Owner,
  Kind extends string,
  Shown extends z.ZodRawShape,
  Count extends string,
  Removal extends z.ZodRawShape,
  Place extends string,
> = {
  /** The category of its streams. */
  readonly category: Category;
  readonly fields: F;
  /** What a removal may say besides whose it is: all of it optional. */
  readonly removal?: Removal;
  readonly owner: O;
  /** What no two that are there may have in common within a company, and the refusal. */
  readonly unique?: {
    readonly kind: Kind;
    readonly key: (values: ValuesOf<F>, userId: string | null) => string;
    readonly taken: ErrorCode;
  };
  /** How many a company may have: each claims a place, so that two at once cannot pass it. And the refusal. */
  readonly most?: { readonly count: number; readonly kind: Place; readonly reached: ErrorCode };
  /** `share`, with a field `shared`: who makes one everybody's, and changes or removes such a one. */
  readonly may: {
    readonly create: readonly Role[];
    readonly change: readonly Role[];
    readonly remove: readonly Role[];
    readonly share?: readonly Role[];
    /** Who is answered it, and sent it by the live channel: everybody of the company where it is left out. */
    readonly read?: readonly Role[];
  };
  readonly missing: ErrorCode;
  /** The read model that its table belongs to: `inbox` when lists of tickets join it, else `records`. */
  readonly area: 'inbox' | 'records';
  /** Of its calls, under /api. */
  readonly path: string;
  /** Under which name a page answers its rows; without it there is no page, and GET answers all of them as a list. */
  readonly pageOf?: string;
  /** What is answered besides its id and fields: of the owner and the company. */
  readonly shown: Shown;
  /** What a page counts for each; the projection says how. */
  readonly counts: readonly Count[];
  /** What lists are sorted by and searched in; `firstBy`, a number, goes before. */
  readonly sortedBy: keyof F & string;
  readonly firstBy?: keyof F & string;
  readonly soughtIn: readonly (keyof F & string)[];
};

/**
 * Declares a record: a concept that people only create, change and remove. Everything about it that consumers need
 * follows from the declaration; functions that it answers take the same types for every record.
 */
export const record = <
  const Name extends string,
  const Category extends Lowercase<NoInfer<Name>>,
  const F extends Fields,
  const O extends Owner,
  const Shown extends z.ZodRawShape,
  const Kind extends string = never,
  const Count extends string = never,
  const Removal extends z.ZodRawShape = Record<never, never>,
  const Place extends string = never,
>(
  name: Name,
  declaration: Declaration<Category, F, O, Kind, Shown, Count, Removal, Place>,
) => {
  const { fields, owner, may, unique } = declaration;
  const concept = uncapitalize(name);
  const idField = `${concept}Id` as const;
  const ids = keyed(idField, id);
  const values = z.object(pluck(fields, 'value'));
  const input = z.object(pluck(fields, 'input'));
  const stored = pluck(fields, 'stored');
  const types = { created: `${name}Created`, changed: `${name}Changed`, removed: `${name}Removed` } as const;
  const created = z.object({ ...ids, ...stored, ...owner });
  const changed = z.object({ ...ids, ...stored });
  // With none it is an empty shape, whatever its type.
  const removal = (declaration.removal ?? {}) as Removal;
  const removed = z.object({ ...ids, ...removal });

  const fallbacks = Object.fromEntries(
    Object.entries(fields).flatMap(([field, { fallback }]) =>
      fallback === undefined ? [] : [[field, fallback]],
    ),
  );
  /** The fields after an event; what it leaves out is as it was, or what it means for events before the field. */
  const valuesAfter = (data: unknown, before?: unknown): ValuesOf<F> =>
    values.parse({ ...fallbacks, ...objectIn(before), ...objectIn(data) });

  const entity: Entity<RecordState, DomainEvent> = {
    initial: { status: 'none' },
    evolve: (state, { type, data }) => {
      if (type === types.removed) return { status: 'removed' };
      if (type === types.created)
        return { status: 'active', values: valuesAfter(data), userId: ownerIn(data) };
      if (type !== types.changed || state.status !== 'active') return state;
      return { ...state, values: valuesAfter(data, state.values) };
    },
  };
  /** Whether it is its owner's alone. */
  const isOwned: boolean = owner === owners.only;
  const actions = {
    read: `${concept}.read`,
    create: `${concept}.create`,
    change: `${concept}.change`,
    remove: `${concept}.remove`,
    share: `${concept}.share`,
  } as const;

  return {
    ...declaration,
    removal,
    firstBy: declaration.firstBy,
    name,
    concept,
    /** By this its ids are made: see contracts/made-ids.ts. */
    kebab: name.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase(),
    idField,
    types,
    events: {
      ...keyed(types.created, created),
      ...keyed(types.changed, changed),
      ...keyed(types.removed, removed),
    },
    entity,
    decide: recordDecisions({
      ...{ idField, types, input, missing: declaration.missing, isOwned, shareAction: actions.share },
      valuesAfter,
      data: {
        created: (data: unknown) => created.parse(data),
        changed: (data: unknown) => changed.parse(data),
        removed: (data: unknown) => removed.parse(data),
      },
    }),
    values,
    valuesAfter,
    /** The file that one in this state has. */
    fileOf: (state: RecordState | undefined): HeldFile | null =>
      (state?.status === 'active' ? withFile.safeParse(state.values).data?.file : null) ?? null,
    input,
    /** What is answered of it. */
    view: z.object({ id, ...pluck(fields, 'value'), ...declaration.shown }),
    isOwned,
    actions,
    rights: {
      ...keyed(actions.read, may.read ?? everybody),
      ...keyed(actions.create, may.create),
      ...keyed(actions.change, may.change),
      ...keyed(actions.remove, may.remove),
      ...keyed(actions.share, may.share ?? []),
    },
    /** The unique keys of one in a state. */
    keysOf: (state: RecordState) =>
      unique && state.status === 'active'
        ? [{ kind: unique.kind, value: unique.key(values.parse(state.values), state.userId) }]
        : [],
  };
};

const objectIn = (data: unknown): object => (typeof data === 'object' && data !== null ? data : {});

const withFile = z.object({ file: z.nullable(heldFileSchema) });
const withOwner = z.object({ userId: id.nullish() });
const ownerIn = (data: unknown): string | null => withOwner.parse(data).userId ?? null;
