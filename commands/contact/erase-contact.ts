import { refuseAccess } from '#domain/access/access.ts';
import { type Contact, knownPerson } from '#domain/contact/contact.ts';
import { confirmationOf, eraseContact } from '#domain/contact/erase.ts';
import type { ContactEvent } from '#domain/contact/events.ts';
import { isRejection, reject } from '#domain/shared/decision.ts';
import { withoutRepeats } from '#domain/shared/list.ts';
import { type CommandContext, type Outcome, stepOf } from '../context.ts';
import type { Handling } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
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
    const { contactId, folded } = await shownContact(deps, companyId, broken ?? input.contactId);
    const others = await mergedInto(deps, companyId, contactId, folded.state);
    // Read before anything is erased: afterwards nobody knows who they were.
    const persons = await Promise.all(others.map(otherId => personsOf(deps, companyId, otherId)));
    for (const otherId of others) {
      const other = { ...input, contactId: otherId, counts: nothingElse };
      const outcome = await eraseOne(deps, run, stepOf(context, 'merged', otherId), {
        ...other,
        also: [],
      });
      if (isRejection(outcome)) return outcome;
    }
    return eraseOne(deps, run, context, { ...input, contactId, also: persons.flat() });
  };

/** Who is listed as merged may not have joined yet, or be on its own again already. */
const mergedInto = async (
  { states: { contact } }: CommandDeps,
  companyId: string,
  winnerId: string,
  winner: Contact,
): Promise<readonly string[]> => {
  const merged: string[] = [];
  for (const otherId of knownPerson(winner)?.merged ?? []) {
    const { state } = await contact.fresh(contact.stream(companyId, otherId));
    const { status } = state;
    if ((status === 'merged' || status === 'erased') && state.winnerId === winnerId) merged.push(otherId);
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

const eraseOne = async (
  deps: CommandDeps,
  run: Run,
  context: CommandContext,
  { also, ...input }: EraseContactInput & { readonly also: readonly string[] },
): Promise<Outcome> => {
  const states = deps.states.contact;
  const { contactId } = input;
  for (let turn = 0; turn < tries; turn += 1) {
    const { state, revision } = await states.fresh(states.stream(context.companyId, contactId));
    const person = knownPerson(state);
    const confirmation = person ? confirmationOf(person) : input.confirmation;
    const own = await personsOf(deps, context.companyId, contactId);
    const command = { ...input, confirmation, persons: withoutRepeats([...own, ...also]) };
    const outcome = await run(context, {
      ...{ states, id: contactId, action: 'contact.erase' },
      decide: contact => eraseContact(command, contact),
      // Who else this is was read off the contact as it was then: a number learnt since would be left out.
      expectedRevision: revision,
    });
    if (!isRejection(outcome) || outcome.rejected !== 'ERR_CONFLICT') return outcome;
  }
  return reject('ERR_CONFLICT');
};
