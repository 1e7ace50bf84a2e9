import { canonicalNumber, formsOfEarlierVersions } from '#domain/contact/number.ts';
import type { Key, Owners } from '../claims.ts';
import type { CommandContext } from '../context.ts';
import type { CommandDeps } from '../states.ts';
import { endUnwritten } from '../tombstone.ts';

/** The same for all forms of a number. A group's id is no phone number and is compared as it is. */
export const numberKey = (number: string, isGroup: boolean): Key => {
  const kind = 'contact-number';
  if (isGroup) return { kind, value: `group/${number}` };
  const earlier = formsOfEarlierVersions(number);
  return { kind, value: canonicalNumber(number), ...(earlier.length > 0 ? { earlier } : {}) };
};

export const lidKey = (lid: string): Key => ({ kind: 'contact-lid', value: lid });

type Names = { readonly number: string; readonly lid: string | null; readonly isGroup: boolean };

/** What a chat's contact is known by: the LID first, the number second. */
export const chatKeys = ({ number, lid, isGroup }: Names): readonly Key[] => [
  ...(lid && !isGroup ? [lidKey(lid)] : []),
  ...(number ? [numberKey(number, isGroup)] : []),
];

export const contactOwners = ({ states }: CommandDeps, context: CommandContext): Owners => ({
  look: async contactId => {
    const { state } = await states.contact.fresh(states.contact.stream(context.companyId, contactId));
    if (state.status === 'none') return 'never';
    if (state.status !== 'merged') return state.status === 'active' ? 'alive' : 'gone';
    const winner = await states.contact.fresh(states.contact.stream(context.companyId, state.winnerId));
    return winner.state.status === 'active' ? 'alive' : 'gone';
  },
  end: contactId =>
    endUnwritten(context, states.contact, contactId, { type: 'ContactRemoved', data: { contactId } }),
});
