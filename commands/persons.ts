import type { AnyEvent } from '#domain/catalogue.ts';
import { memberName } from '#domain/contact/member.ts';
import { withoutRepeats } from '#domain/shared/list.ts';
import { parseStreamName, type StreamName } from '#domain/shared/stream.ts';

/**
 * Whose data the personal fields of an event are: people by id, and members of groups by the names WhatsApp
 * knows them by. All their keys are needed to read it.
 */
export type Concerned = { readonly persons: readonly string[]; readonly members: readonly string[] };

/** The one rule for the whole catalogue. `contactId` is that of the state, for messages and tickets. */
export const concernedBy = (
  event: AnyEvent,
  stream: StreamName,
  contactId: string | undefined,
): Concerned => {
  const place = parseStreamName(stream);
  const contact = 'contactId' in event.data ? event.data.contactId : contactId;
  switch (place?.category) {
    case 'company':
    case 'connection':
      return { persons: [place.companyId], members: [] };
    case 'user':
    case 'contact':
      return { persons: [place.entityId], members: [] };
    case 'session':
      return { persons: 'userId' in event.data && event.data.userId ? [event.data.userId] : [], members: [] };
    case 'message':
    case 'ticket':
    case 'schedule':
      return { persons: contact === undefined ? [] : [contact], members: membersIn(event) };
    default:
      return { persons: [], members: [] };
  }
};

/** Who wrote or reacted: in a chat of two that is its contact, who is known as a member elsewhere perhaps. */
const membersIn = (event: AnyEvent): readonly string[] => {
  if (event.type === 'MessageReceived') {
    const { participant, fromMe } = event.data.waKey;
    const names = [participant, event.data.participantAlt].flatMap(jid => (jid ? [memberName(jid)] : []));
    return participant && !fromMe ? withoutRepeats(names) : [];
  }
  if (event.type !== 'MessageReacted') return [];
  const { by, fromMe } = event.data;
  return by && !fromMe ? [memberName(by)] : [];
};
