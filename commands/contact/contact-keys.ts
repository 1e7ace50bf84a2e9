import { canonicalNumber } from '#domain/contact/number.ts';
import type { Key, Owners } from '../claims.ts';
import type { CommandContext } from '../context.ts';
import type { CommandDeps } from '../states.ts';
import { endUnwritten } from '../tombstone.ts';

/** A group's id is no phone number and is compared as it is. */
export const numberKey = (number: string, isGroup: boolean): Key => ({
  kind: 'contact-number',
  value: isGroup ? `group/${number}` : canonicalNumber(number),
});

export const lidKey = (lid: string): Key => ({ kind: 'contact-lid', value: lid });

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
