import { refuseAccess } from '#domain/access/access.ts';
import { type Contact, knownPerson } from '#domain/contact/contact.ts';
import { confirmationOf, eraseContact } from '#domain/contact/erase.ts';
import type { ContactEvent } from '#domain/contact/events.ts';
import { isRejection, reject } from '#domain/shared/decision.ts';
import { withoutRepeats } from '#domain/shared/list.ts';
import { type CommandContext, type Outcome, stepOf } from '../context.ts';
import type { Handling } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import type { Folded } from '../stream-states.ts';
import { personsOf } from './persons-of.ts';
import { shownContact } from './shown-contact.ts';

export type EraseContactInput = {
  readonly contactId: string;
  /** What the asking person typed: see `confirmationOf`. */
  readonly confirmation: string;
  /** How much the confirmation named. */
  readonly counts: {
    readonly tickets: number;
    readonly messages: number;
    readonly notes: number;
    readonly media: number;
  };
};

type Run = (context: CommandContext, handling: Handling<Contact, ContactEvent>) => Promise<Outcome>;

const tries = 4;

/**
 * Erases the person behind a contact, with everybody merged into it: from this event on they are read nowhere, and
 * their numbers and LIDs are free for a new contact. A policy destroys the keys. Done already, it answers where that
 * stands. The others go first, so that what a crash breaks off is finished by the same call.
 */
export const eraseContactCommand =
  (deps: CommandDeps, run: Run) =>
  async (context: CommandContext, input: EraseContactInput): Promise<Outcome> => {
    const states = deps.states.contact;
    const { companyId } = context;
    const asked = await states.fresh(states.stream(companyId, input.contactId));
    const refusal = refusedErasure(context, input, asked.state);
    if (refusal) return refusal;
    const broken = asked.state.status === 'erased' ? asked.state.winnerId : undefined;
    const { contactId } = await shownContact(deps, companyId, broken ?? input.contactId);
    const also = new Set<string>();
    return again(() => eraseWhole(deps, run, context, { input, winnerId: contactId, also }));
  };

type Whole = {
  readonly input: EraseContactInput;
  readonly winnerId: string;
  /** Under which persons' keys the others' data is, of all tries. */
  readonly also: Set<string>;
};

/** Erases the winner as it was when it was read who else goes with it: else ERR_CONFLICT. */
const eraseWhole = async (
  deps: CommandDeps,
  run: Run,
  context: CommandContext,
  { input, winnerId, also }: Whole,
): Promise<Outcome> => {
  const { companyId } = context;
  const states = deps.states.contact;
  const winner = await states.fresh(states.stream(companyId, winnerId));
  // Somebody else erased it before this one had joined it.
  if (winner.state.status === 'erased' && winnerId !== input.contactId)
    return eraseNow(deps, run, context, { ...input, also: [] });
  const others = await mergedInto(deps, companyId, {
    winnerId,
    winner: winner.state,
    asked: input.contactId,
  });
  // Their merge was undone in the same moment.
  if (winnerId !== input.contactId && !others.has(input.contactId)) return reject('ERR_CONFLICT');
  // Read before anything is erased: afterwards nobody knows who they were.
  const persons = await Promise.all([...others.keys()].map(otherId => personsOf(deps, companyId, otherId)));
  for (const each of persons.flat()) also.add(each);
  for (const [otherId, at] of others) {
    const other = { ...input, contactId: otherId, counts: nothingElse, also: [] };
    // As it was when it was merged: it may be on its own again by now.
    const outcome = await eraseAt(deps, run, stepOf(context, 'merged', otherId), { input: other, at });
    if (isRejection(outcome)) return outcome;
  }
  return eraseAt(deps, run, context, {
    input: { ...input, contactId: winnerId, also: [...also] },
    at: winner,
  });
};

/**
 * Who is listed as merged may not have joined yet, or be on its own again already; and who has joined is not listed any
 * more where the merge was undone meanwhile.
 */
const mergedInto = async (
  { states: { contact } }: CommandDeps,
  companyId: string,
  {
    winnerId,
    winner,
    asked,
  }: { readonly winnerId: string; readonly winner: Contact; readonly asked: string },
): Promise<ReadonlyMap<string, Folded<Contact>>> => {
  const merged = new Map<string, Folded<Contact>>();
  for (const otherId of withoutRepeats([...(knownPerson(winner)?.merged ?? []), asked])) {
    const other = await contact.fresh(contact.stream(companyId, otherId));
    const { state } = other;
    if ((state.status === 'merged' || state.status === 'erased') && state.winnerId === winnerId)
      merged.set(otherId, other);
  }
  return merged;
};

/** What was erased with the contact it was merged into is counted there. */
const nothingElse = { tickets: 0, messages: 0, notes: 0, media: 0 };

/** The words of who asks must mean the contact that they were asked about. */
const refusedErasure = (
  context: CommandContext,
  input: EraseContactInput,
  contact: Contact,
): Outcome | undefined => {
  const { companyId, actor, principal: person } = context;
  const denied = refuseAccess({ action: 'contact.erase', companyId, actor, person });
  if (denied) return denied;
  const decision = eraseContact({ ...input, persons: [] }, contact);
  return isRejection(decision) ? decision : undefined;
};

type One = EraseContactInput & { readonly also: readonly string[] };

const eraseNow = async (
  deps: CommandDeps,
  run: Run,
  context: CommandContext,
  input: One,
): Promise<Outcome> => {
  const states = deps.states.contact;
  const at = await states.fresh(states.stream(context.companyId, input.contactId));
  return eraseAt(deps, run, context, { input, at });
};

const eraseAt = async (
  deps: CommandDeps,
  run: Run,
  context: CommandContext,
  { input: { also, ...input }, at }: { readonly input: One; readonly at: Folded<Contact> },
): Promise<Outcome> => {
  const { contactId } = input;
  const person = knownPerson(at.state);
  const confirmation = person ? confirmationOf(person) : input.confirmation;
  const own = await personsOf(deps, context.companyId, contactId);
  const command = { ...input, confirmation, persons: withoutRepeats([...own, ...also]) };
  return run(context, {
    ...{ states: deps.states.contact, id: contactId, action: 'contact.erase' },
    decide: contact => eraseContact(command, contact),
    // Who else this is was read off the contact as it was then: a number learnt since would be left out.
    expectedRevision: at.revision,
  });
};

const again = async (erase: () => Promise<Outcome>): Promise<Outcome> => {
  for (let turn = 0; turn < tries; turn += 1) {
    const outcome = await erase();
    if (!isRejection(outcome) || outcome.rejected !== 'ERR_CONFLICT') return outcome;
  }
  return reject('ERR_CONFLICT');
};
