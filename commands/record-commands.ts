import { may } from '#domain/access/may.ts';
import {
  type AnyRecord,
  type RecordEvent,
  type RecordName,
  type Records,
  records,
} from '#domain/records/records.ts';
import { isRejection, type Rejection, reject } from '#domain/shared/decision.ts';
import type { InputOf, RecordState } from '#domain/shared/record.ts';
import type { Asked } from '#domain/shared/record-decisions.ts';
import { mapValues } from '#domain/shared/typed-objects.ts';
import { handleClaimed } from './claimed.ts';
import type { Accepted, CommandContext, Outcome } from './context.ts';
import { dryRun, type Handling, handle } from './handle.ts';
import { activeOwners, type Limit, placesWithin } from './limited.ts';
import { namesThings, refuseUnknownThings } from './named-things.ts';
import type { CommandDeps } from './states.ts';

/** What became of a command on a record; `state` is the record as it is from then on. */
export type RecordOutcome =
  | Rejection
  | (Accepted & {
      readonly state: RecordState;
      /** As it was when this was decided; undefined where the command had been carried out before. */
      readonly before: RecordState | undefined;
    });
type Command<Input> = (context: CommandContext, input: Input) => Promise<RecordOutcome>;
type Named = Readonly<Record<string, unknown>>;

/** The commands on any record, for those who walk all of them: what is given is looked at by the record's rules. */
export type AnyRecordCommands = {
  /** `existing`, of a record with `most`: those that there are, as far as is known. */
  readonly create: Command<Named>;
  readonly change: Command<Named>;
  readonly remove: Command<Named>;
  /** Changes the fields that are given; the others are what they are. */
  readonly amend: Command<Named>;
  /** Gives it a file that is stored, or takes the one it has: `file`. Only of a record with that field. */
  readonly attach: Command<Named>;
};

/** Whose it is, where nobody is logged in: the system makes things for people. */
type For = { readonly userId?: string };
type IdOf<R extends AnyRecord> = { readonly [Field in R['idField']]: string };
type CommandsOn<R extends AnyRecord> = {
  readonly create: Command<IdOf<R> & InputOf<R['fields']> & For & { readonly existing?: readonly string[] }>;
  readonly change: Command<IdOf<R> & InputOf<R['fields']> & For>;
  readonly amend: Command<IdOf<R> & Partial<InputOf<R['fields']>> & For>;
  readonly remove: Command<IdOf<R> & For>;
};

/** The same for those who name a record: what they give must be its fields. */
export type RecordCommands = { readonly [Name in RecordName]: CommandsOn<Records[Name]> };

/**
 * The commands on every record. What no two may have in common belongs to one: else the record's `taken` with the
 * other's id.
 */
export const recordCommands = (deps: CommandDeps): { readonly [Name in RecordName]: AnyRecordCommands } =>
  mapValues(records, record => commandsOn(deps, record));

const commandsOn = (deps: CommandDeps, record: AnyRecord): AnyRecordCommands => {
  const { actions, decide, idField } = record;
  const states = deps.states[record.concept];

  const run = async (
    context: CommandContext,
    handling: Omit<Handling<RecordState, RecordEvent>, 'states'>,
    existing: readonly string[] = [],
  ): Promise<RecordOutcome> => {
    let before: RecordState | undefined;
    const noting = (state: RecordState) => {
      before = state;
      return handling.decide(state);
    };
    const outcome = await runOnce(context, { ...handling, states, decide: noting }, existing);
    if (isRejection(outcome)) return outcome;
    const stream = states.stream(context.companyId, handling.id);
    const { state } = states.cached(stream) ?? (await states.fresh(stream));
    return { ...outcome, state, before };
  };
  const runOnce = async (
    context: CommandContext,
    handling: Handling<RecordState, RecordEvent>,
    existing: readonly string[],
  ): Promise<Outcome> => {
    const { unique, most, keysOf } = record;
    const isLimited = most !== undefined && handling.isNew === true;
    if (!unique && !isLimited) return (await handle(context, handling)).outcome;
    return handleClaimed(deps, context, {
      handling,
      keysOf,
      owners: activeOwners(context, states, decide.removal),
      taken: id => reject(unique?.taken ?? 'ERR_CONFLICT', { [idField]: id }),
      places: isLimited ? placesWithin(limitOf(most), existing) : undefined,
    });
  };

  /** The same, where what is given names other things: refused where one of them never was the company's. */
  const runNaming = async (
    context: CommandContext,
    handling: Omit<Handling<RecordState, RecordEvent>, 'states'>,
    given: Named,
  ): Promise<RecordOutcome> => {
    if (namesThings(record, given)) {
      const { refusal, done } = await dryRun(context, { ...handling, states });
      const unknown = done ? refusal : await refuseUnknownThings(deps, context, { record, given });
      if (unknown) return unknown;
    }
    return run(context, handling, idsIn(given.existing));
  };

  const asked = ({ principal }: CommandContext, input: Named): Asked => ({
    id: textIn(input[idField]) ?? '',
    userId: principal?.userId ?? textIn(input.userId),
    mayShare: principal ? may(principal, actions.share) : true,
  });

  return {
    create: (context, input) => {
      const by = asked(context, input);
      const decided = (state: RecordState) => decide.create(by, input, state);
      const handling = { id: by.id, action: actions.create, isNew: true, decide: decided };
      return runNaming(context, handling, input);
    },
    change: (context, input) => {
      const by = asked(context, input);
      const decided = (state: RecordState) => decide.change(by, input, state);
      return runNaming(context, { id: by.id, action: actions.change, decide: decided }, input);
    },
    amend: (context, input) => {
      const by = asked(context, input);
      const decided = (state: RecordState) => decide.amend(by, input, state);
      return runNaming(context, { id: by.id, action: actions.change, decide: decided }, input);
    },
    remove: (context, input) => {
      const by = asked(context, input);
      return run(context, {
        id: by.id,
        action: actions.remove,
        decide: state => decide.remove(by, state, input),
      });
    },
    attach: (context, input) => {
      const by = asked(context, input);
      const decided = (state: RecordState) => decide.attach(by, input.file, state);
      return run(context, { id: by.id, action: actions.change, decide: decided });
    },
  };
};

const limitOf = ({ count, kind, reached }: NonNullable<AnyRecord['most']>): Limit => ({
  ...{ count, kind },
  full: reject(reached, { most: count }),
});

const idsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(id => typeof id === 'string') : [];

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
