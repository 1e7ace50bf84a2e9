import type { Contact } from '#domain/contact/contact.ts';
import { eraseContact, knownPerson } from '#domain/contact/erase.ts';
import type { ContactEvent } from '#domain/contact/events.ts';
import { memberNamesOf } from '#domain/contact/member.ts';
import { isRejection, reject } from '#domain/shared/decision.ts';
import { withoutRepeats } from '#domain/shared/list.ts';
import type { CommandContext, Outcome } from '../context.ts';
import type { Handling } from '../handle.ts';
import type { Machinery } from '../states.ts';

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
 * Erases the person behind a contact: from this event on they are read nowhere, and their number and LID are free
 * for a new contact. A policy destroys the keys. Done already, it answers where that stands.
 */
export const eraseContactCommand =
  (machinery: Machinery, run: Run) =>
  async (context: CommandContext, input: EraseContactInput): Promise<Outcome> => {
    const states = machinery.states.contact;
    const { contactId } = input;
    for (let turn = 0; turn < tries; turn += 1) {
      const { state, revision } = await states.fresh(states.stream(context.companyId, contactId));
      const persons = [contactId, ...(await membersOf(machinery, context.companyId, state))];
      const command = { ...input, persons: withoutRepeats(persons) };
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

/** The persons that stand for a contact as a member of groups. */
const membersOf = async (
  { store }: Machinery,
  companyId: string,
  contact: Contact,
): Promise<readonly string[]> => {
  const person = knownPerson(contact);
  return person && !person.isGroup ? store.keys.knownMembers(companyId, memberNamesOf(person)) : [];
};
