import type { Contact } from '#domain/contact/contact.ts';
import {
  joinContact,
  leaveContact,
  type MergeContacts,
  mergeContacts,
  takeBackMerge,
  unmergeContacts,
} from '#domain/contact/merge.ts';
import { isRejection, reject } from '#domain/shared/decision.ts';
import { type CommandContext, type Outcome, stepOf } from '../context.ts';
import { dryRun, handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';

type Pair = Omit<MergeContacts, 'bySelf'>;

/**
 * Shows one contact under another: `otherId` under `contactId`. Written on the winner's stream first and then on
 * the other's, which may refuse: then the winner's is taken back. Where the winner is gone meanwhile, or does not list the
 * other any more, the other leaves it again. Both steps are quiet when they are done, so that what a crash broke off is
 * finished by the same call. Refuses with ERR_NO_CONTACT_FOUND who is not there or
 * is merged already, and with ERR_VALIDATION groups, itself, and who has others merged into them.
 */
export const mergeContactsCommand =
  ({ states: { contact: states } }: CommandDeps) =>
  async (context: CommandContext, input: MergeContacts): Promise<Outcome> => {
    const { contactId, otherId } = input;
    const action = 'contact.merge' as const;
    const other = await states.fresh(states.stream(context.companyId, otherId));
    const { outcome, state } = await handle(context, {
      ...{ states, id: contactId, action },
      decide: winner => mergeContacts(input, winner, other.state),
    });
    if (isRejection(outcome) || !isListed(state, otherId)) return outcome;
    const joined = await handle(stepOf(context, 'other'), {
      ...{ states, id: otherId, action },
      decide: contact => joinContact({ contactId: otherId, winnerId: contactId }, contact),
    });
    if (!isRejection(joined.outcome)) {
      const now = await states.fresh(states.stream(context.companyId, contactId));
      if (isListed(now.state, otherId)) return joined.outcome;
      await handle(stepOf(context, 'left'), {
        ...{ states, id: otherId, action },
        decide: contact => leaveContact({ contactId: otherId, winnerId: contactId }, contact),
      });
      return reject('ERR_NO_CONTACT_FOUND', { contactId });
    }
    await handle(stepOf(context, 'taken back'), {
      ...{ states, id: contactId, action },
      decide: winner => takeBackMerge({ contactId, otherId }, winner),
    });
    return joined.outcome;
  };

/**
 * Undoes a merge: each contact has again what was theirs. What came while they were one stays where it came in.
 * ERR_NO_CONTACT_FOUND when they are not merged.
 */
export const unmergeContactsCommand =
  ({ states: { contact: states } }: CommandDeps) =>
  async (context: CommandContext, { contactId, otherId }: Pair): Promise<Outcome> => {
    const action = 'contact.merge' as const;
    const parting = {
      ...{ states, id: contactId, action },
      decide: (winner: Contact) => unmergeContacts({ contactId, otherId }, winner),
    };
    const { refusal } = await dryRun(context, parting);
    if (refusal) return refusal;
    const { outcome } = await handle(stepOf(context, 'other'), {
      ...{ states, id: otherId, action },
      decide: contact => leaveContact({ contactId: otherId, winnerId: contactId }, contact),
    });
    return isRejection(outcome) ? outcome : (await handle(context, parting)).outcome;
  };

const isListed = (winner: Contact, otherId: string): boolean =>
  winner.status === 'active' && winner.merged.includes(otherId);
