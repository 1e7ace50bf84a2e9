import type { AnyEvent } from '#domain/catalogue.ts';
import { memberName } from '#domain/contact/member.ts';

/**
 * Whose data the personal fields of an event are: people by id, and members of groups by the names WhatsApp
 * knows them by. All their keys are needed to read it.
 */
export type Concerned = { readonly persons: readonly string[]; readonly members?: readonly string[] };

const nobody: Concerned = { persons: [] };

/** One list for the whole catalogue: `contactId` is that of the message or ticket, where its event has none. */
export const concernedBy = (
  event: AnyEvent,
  of: { readonly companyId: string; readonly contactId?: string | undefined },
): Concerned => {
  const contact = of.contactId === undefined ? nobody : { persons: [of.contactId] };
  switch (event.type) {
    case 'CompanyCreated':
    case 'ConnectionStatusChanged':
      return { persons: [of.companyId] };
    case 'UserCreated':
    case 'UserChanged':
      return { persons: [event.data.userId] };
    case 'ContactCreated':
    case 'ContactChanged':
    case 'ContactIdentified':
    case 'ContactPictureChanged':
      return { persons: [event.data.contactId] };
    case 'MessageReceived': {
      const { contactId, waKey } = event.data;
      const persons = [contactId];
      return waKey.participant && !waKey.fromMe
        ? { persons, members: [memberName(waKey.participant)] }
        : { persons };
    }
    case 'MessageQueued':
      return { persons: [event.data.contactId] };
    case 'MessageReacted':
      return event.data.fromMe || event.data.by === ''
        ? contact
        : { ...contact, members: [memberName(event.data.by)] };
    default:
      return contact;
  }
};
