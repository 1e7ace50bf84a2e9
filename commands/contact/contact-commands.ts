import { may } from '#domain/access/may.ts';
import {
  type ActiveContact,
  type ChangeContact,
  type Contact,
  changeContact,
  changePicture,
  changeWallet,
  createContact,
  type EditContact,
  editContact,
  identifyContact,
  removeContact,
} from '#domain/contact/contact.ts';
import type { ContactEvent, ExtraInfo } from '#domain/contact/events.ts';
import { digits } from '#domain/contact/number.ts';
import { shortName } from '#domain/contact/short-name.ts';
import { nothing, type Rejection, reject } from '#domain/shared/decision.ts';
import { isName } from '#domain/shared/rules.ts';
import type { Revision } from '#eventstore/types.ts';
import { handleClaimed } from '../claimed.ts';
import type { Key } from '../claims.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { type Handling, handle } from '../handle.ts';
import { findContact } from '../message/find-contact.ts';
import type { CommandDeps } from '../states.ts';
import { contactOwners, lidKey, numberKey } from './contact-keys.ts';
import { eraseContactCommand } from './erase-contact.ts';
import { mergeContactsCommand, unmergeContactsCommand } from './merge-contacts.ts';
import { isNameOfOthers, personsOf } from './persons-of.ts';
import { setChatTimerCommand } from './set-chat-timer.ts';
import { shownContact } from './shown-contact.ts';

type OfContact = { readonly contactId: string };

export type CreateContactInput = OfContact & {
  readonly name: string;
  /** Any way of writing it; only the digits count. */
  readonly number: string;
  readonly lid?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly isGroup?: boolean | undefined;
  readonly queueId?: string | null | undefined;
  readonly notification?: boolean | undefined;
  readonly extraInfo?: ExtraInfo | undefined;
  /** The import that makes it. */
  readonly importId?: string | undefined;
};

/**
 * The commands on contacts. A number and a LID belong to one contact of the company: else
 * ERR_DUPLICATED_CONTACT.
 */
export const contactCommands = (deps: CommandDeps) => {
  const states = deps.states.contact;
  const run = (context: CommandContext, handling: Handling<Contact, ContactEvent>): Promise<Outcome> =>
    handleClaimed(deps, context, {
      handling,
      keysOf,
      owners: contactOwners(deps, context),
      taken: contactId => reject('ERR_DUPLICATED_CONTACT', { contactId }),
    });

  return {
    /** ERR_NO_QUEUE_FOUND when the company has no such queue. */
    create: async (context: CommandContext, input: CreateContactInput): Promise<Outcome> => {
      const { contactId, name, lid = null, email = null, isGroup = false, queueId = null } = input;
      const missing = await missingQueue(deps, context, queueId);
      if (missing) return missing;
      const number = isGroup ? input.number : digits(input.number);
      const { notification, extraInfo, importId } = input;
      const command = {
        ...{ contactId, name, number, lid, email, isGroup, queueId },
        ...(notification === undefined ? {} : { notification }),
        ...(extraInfo ? { extraInfo } : {}),
        ...(importId ? { importId } : {}),
      };
      return run(context, {
        ...{ states, id: contactId, action: 'contact.create', isNew: true },
        decide: contact => createContact(command, contact),
      });
    },

    change: async (context: CommandContext, input: ChangeContact, expectedRevision?: Revision) => {
      const { outcome } = await handle(context, {
        ...{ states, id: input.contactId, action: 'contact.change' as const, expectedRevision },
        decide: contact => changeContact(input, contact),
      });
      return outcome;
    },

    /** What a form changes, of the contact that this one is shown under. ERR_NO_QUEUE_FOUND as in `create`. */
    edit: async (context: CommandContext, input: EditContact): Promise<Outcome> => {
      const missing = await missingQueue(deps, context, input.queueId ?? null);
      if (missing) return missing;
      const { contactId } = await shownContact(deps, context.companyId, input.contactId);
      const { outcome } = await handle(context, {
        ...{ states, id: contactId, action: 'contact.change' as const },
        decide: contact =>
          mayRename(context, input, contact)
            ? editContact({ ...input, contactId }, contact)
            : reject('ERR_NO_PERMISSION', { action: 'contact.rename' }),
      });
      return outcome;
    },

    /** Whose contact it is, of the contact that this one is shown under. ERR_NO_USER_FOUND for who is not there. */
    changeWallet: async (
      context: CommandContext,
      input: OfContact & { readonly userIds: readonly string[] },
    ) => {
      const { contactId } = await shownContact(deps, context.companyId, input.contactId);
      const missing = await missingUser(deps, context, input.userIds);
      const { outcome } = await handle(context, {
        ...{ states, id: contactId, action: 'contact.changeWallet' as const },
        decide: contact => missing ?? changeWallet({ contactId, userIds: input.userIds }, contact),
      });
      return outcome;
    },

    /** A group goes by the name it has in WhatsApp; nothing for groups that are no contacts. `number` is its id. */
    nameGroup: async (context: CommandContext, input: { readonly number: string; readonly name: string }) => {
      const contactId = await deps.claims.owner(context.companyId, numberKey(input.number, true));
      if (contactId === undefined) return undefined;
      const name = shortName(input.name);
      const { outcome } = await handle(context, {
        ...{ states, id: contactId, action: 'contact.change' as const },
        decide: contact => {
          if (contact.status !== 'active' || !isName(name)) return nothing;
          const { email, queueId } = contact;
          return changeContact({ contactId, name, email, queueId }, contact);
        },
      });
      return outcome;
    },

    /** WhatsApp told the number or LID of a contact that is known by the other. */
    identify: (
      context: CommandContext,
      input: OfContact & { readonly number: string | null; readonly lid: string | null },
    ) =>
      run(context, {
        ...{ states, id: input.contactId, action: 'contact.identify' },
        decide: contact => identifyContact(input, contact),
      }),

    /** WhatsApp told that a number and a LID are one person. Nothing when no contact has either. */
    learnIdentity: async (
      context: CommandContext,
      { number, lid }: { readonly number: string; readonly lid: string },
    ): Promise<void> => {
      const { companyId } = context;
      const known = await Promise.all(
        [numberKey(number, false), lidKey(lid)].map(key => deps.claims.owner(companyId, key)),
      );
      if (known.every(owner => owner === undefined)) return;
      await findContact(deps, context, { number, lid, name: '', isGroup: false });
    },

    changePicture: async (context: CommandContext, input: OfContact & { readonly url: string | null }) => {
      const { outcome } = await handle(context, {
        ...{ states, id: input.contactId, action: 'contact.changePicture' as const },
        decide: contact => changePicture(input, contact),
      });
      return outcome;
    },

    setChatTimer: setChatTimerCommand(deps),

    remove: (context: CommandContext, { contactId }: OfContact, expectedRevision?: Revision) =>
      run(context, {
        ...{ states, id: contactId, action: 'contact.remove', expectedRevision },
        decide: contact => removeContact({ contactId }, contact),
      }),

    erase: eraseContactCommand(deps, run),
    merge: mergeContactsCommand(deps),
    unmerge: unmergeContactsCommand(deps),

    /** Somebody else has changed a contact: what this process remembers of it is brought up to date. */
    refresh: async (companyId: string, { contactId }: OfContact): Promise<void> => {
      await states.fresh(states.stream(companyId, contactId));
    },

    /** Whether nothing is shown of a contact's face, as far as this process knows; false of who is not active. */
    hasNoPicture: (companyId: string, { contactId }: OfContact): boolean => {
      const known = states.cached(states.stream(companyId, contactId))?.state;
      return known?.status === 'active' && known.pictureUrl === null;
    },

    /** Whether a contact is there: neither removed nor erased, nor merged into one that is. */
    isThere: async ({ companyId, contactId }: OfContact & { readonly companyId: string }) =>
      (await shownContact(deps, companyId, contactId)).folded.state.status === 'active',

    /** Whether a number or LID is that of somebody else than a contact, who is there. */
    isOthers: (contact: OfContact & { readonly companyId: string }, name: string) =>
      isNameOfOthers(deps, contact, name),

    /** Under which persons' keys the data of a contact is: its own, and those of it as a member of groups. */
    personsOf: (companyId: string, { contactId }: OfContact) => personsOf(deps, companyId, contactId),
  };
};

export type ContactCommands = ReturnType<typeof contactCommands>;

const missingQueue = async (
  { states: { queue } }: CommandDeps,
  { companyId }: CommandContext,
  queueId: string | null,
): Promise<Rejection | undefined> => {
  if (queueId === null) return undefined;
  const { state } = await queue.fresh(queue.stream(companyId, queueId));
  return state.status === 'active' ? undefined : reject('ERR_NO_QUEUE_FOUND', { queueId });
};

const missingUser = async (
  { states: { user } }: CommandDeps,
  { companyId }: CommandContext,
  userIds: readonly string[],
): Promise<Rejection | undefined> => {
  for (const userId of userIds) {
    const { state } = await user.fresh(user.stream(companyId, userId));
    if (state.status !== 'active') return reject('ERR_NO_USER_FOUND', { userId });
  }
  return undefined;
};

const keysOf = (contact: Contact): readonly Key[] => {
  if (contact.status === 'merged') return keysOfPerson(contact.was);
  if (contact.status !== 'active') return [];
  return keysOfPerson(contact);
};

const keysOfPerson = ({ lid, number, isGroup }: ActiveContact): readonly Key[] => {
  return [...(lid ? [lidKey(lid)] : []), ...(number ? [numberKey(number, isGroup)] : [])];
};

/** Who may change a contact may still not be the one who names it. */
const mayRename = ({ principal }: CommandContext, { name }: EditContact, contact: Contact): boolean =>
  principal === null ||
  name === undefined ||
  (contact.status === 'active' && contact.name === name.trim()) ||
  may(principal, 'contact.rename');
