import type { Media, MediaType } from '#domain/message/events.ts';
import { menuWords } from './menu-story.ts';
import { company, idOf, openStory } from './story.ts';

type Opening = {
  readonly queue?: string | null;
  readonly user?: string | null;
  readonly isGroup?: boolean;
  readonly isHistory?: boolean;
  readonly connection?: string;
};
type Writing = {
  readonly sentAt?: string;
  readonly fromMe?: boolean;
  readonly mediaType?: MediaType;
  readonly history?: boolean;
};

/** The words of an inbox, to write stories with: entities go by words, `idOf(word)` is their id. */
export const openInboxStory = (companyId = company, prefix = '', story = openStory()) => {
  const name = (word: string) => idOf(prefix + word);
  const optional = (word: string | null | undefined) => (word ? name(word) : null);
  const tell: typeof story.tell = (category, entity, event, _company, actor) =>
    story.tell(category, entity, event, companyId, actor);
  const ticketEntity = (ticket: string) => ({ ticketId: name(ticket) });
  const place = (message: string, ticket: string) => ({
    messageId: name(message),
    ticketId: name(ticket),
    contactId: name('contact'),
    connectionId: name('connection'),
  });
  const waKey = (message: string, fromMe: boolean) => ({
    id: message,
    remoteJid: 'x@s',
    fromMe,
    participant: null,
  });
  return {
    ...story,
    id: name,
    setting: (key: string, value: string) =>
      tell('company', companyId, { type: 'CompanySettingChanged', data: { companyId, key, value } }),
    companyCreated: (title: string) =>
      tell('company', companyId, {
        type: 'CompanyCreated',
        data: {
          companyId,
          name: title,
          email: 'a@b.example',
          phone: null,
          dueDate: '2027-01-01T00:00:00.000Z',
          recurrence: 'MENSAL',
          status: true,
          campaignsEnabled: false,
        },
      }),
    queue: (word: string) =>
      tell('queue', name(word), {
        type: 'QueueCreated',
        data: {
          queueId: name(word),
          name: word,
          color: '#00ff00',
          greetingMessage: '',
          outOfHoursMessage: '',
        },
      }),
    user: (word: string, queues: readonly string[] = [], profile: 'admin' | 'user' = 'user') =>
      tell('user', name(word), {
        type: 'UserCreated',
        data: {
          userId: name(word),
          name: word,
          email: `${word}@mail.example`,
          profile,
          superAdmin: false,
          queueIds: queues.map(name),
          connectionIds: [],
        },
      }),
    connection: (word = 'connection') =>
      tell('connection', name(word), {
        type: 'ConnectionCreated',
        data: {
          connectionId: name(word),
          name: word,
          provider: 'simulator',
          queueIds: [],
          greetingMessage: '',
          complationMessage: '',
          outOfHoursMessage: '',
          ratingMessage: '',
          importsHistory: false,
        },
      }),
    contact: (word = 'contact', number = '5511999990000') =>
      tell('contact', name(word), {
        type: 'ContactCreated',
        data: {
          contactId: name(word),
          name: word,
          number,
          lid: null,
          email: null,
          isGroup: false,
          queueId: null,
        },
      }),
    contactErased: (word = 'contact', members: readonly string[] = []) =>
      tell('contact', name(word), {
        type: 'ContactErased',
        data: {
          contactId: name(word),
          persons: [name(word), ...members.map(name)],
          counts: { tickets: 1, messages: 2, notes: 0, media: 0 },
        },
      }),
    opened: (
      ticket: string,
      { queue = null, user = null, isGroup = false, isHistory = false, connection }: Opening = {},
      contact = 'contact',
    ) =>
      tell('ticket', name(ticket), {
        type: 'TicketOpened',
        data: {
          ...ticketEntity(ticket),
          contactId: name(contact),
          connectionId: name(connection ?? 'connection'),
          queueId: optional(queue),
          userId: optional(user),
          status: isHistory ? 'closed' : isGroup ? 'groups' : user ? 'open' : 'pending',
          isGroup,
        },
      }),
    accepted: (ticket: string, user: string, queue: string | null = null) =>
      tell('ticket', name(ticket), {
        type: 'TicketAccepted',
        data: { ...ticketEntity(ticket), userId: name(user), queueId: optional(queue) },
      }),
    ...menuWords(tell, name),
    reopened: (ticket: string) =>
      tell('ticket', name(ticket), {
        type: 'TicketReopened',
        data: { ...ticketEntity(ticket), queueId: name('sales'), connectionId: name('connection') },
      }),
    transferred: (ticket: string, queue: string, notes: string | null = null) =>
      tell('ticket', name(ticket), {
        type: 'TicketTransferred',
        data: { ...ticketEntity(ticket), queueId: name(queue), userId: null, notes },
      }),
    tag: (word: string) =>
      tell('tag', name(word), {
        type: 'TagCreated',
        data: { tagId: name(word), name: word, color: '#ff0000', userId: null },
      }),
    tagRemoved: (word: string) =>
      tell('tag', name(word), { type: 'TagRemoved', data: { tagId: name(word) } }),
    quickMessage: (word: string, user = 'ana') =>
      tell('quickmessage', name(word), {
        type: 'QuickMessageCreated',
        data: { quickMessageId: name(word), userId: name(user), shortcode: word, message: word },
      }),
    tagged: (ticket: string, ...tags: readonly string[]) =>
      tell('ticket', name(ticket), {
        type: 'TicketTagged',
        data: { ...ticketEntity(ticket), tagIds: tags.map(name) },
      }),
    noted: (ticket: string, note: string, text = note, user: string | null = null) =>
      tell('ticket', name(ticket), {
        type: 'TicketNoted',
        data: { ...ticketEntity(ticket), noteId: name(note), userId: optional(user), note: text },
      }),
    noteDeleted: (ticket: string, note: string) =>
      tell('ticket', name(ticket), {
        type: 'TicketNoteDeleted',
        data: { ...ticketEntity(ticket), noteId: name(note) },
      }),
    read: (ticket: string) =>
      tell('ticket', name(ticket), { type: 'TicketRead', data: { ...ticketEntity(ticket), userId: null } }),
    deleted: (ticket: string) =>
      tell('ticket', name(ticket), { type: 'TicketDeleted', data: ticketEntity(ticket) }),
    received: (message: string, ticket: string, body = message, writing: Writing = {}) =>
      tell('message', name(message), {
        type: 'MessageReceived',
        data: {
          ...place(message, ticket),
          body,
          mediaType: writing.mediaType ?? 'text',
          quotedMessageId: null,
          waKey: waKey(message, writing.fromMe ?? false),
          sentAt: writing.sentAt ?? new Date(Date.UTC(2026, 0, 5, 12, story.events.length)).toISOString(),
          senderName: null,
          ...(writing.history ? { history: true } : {}),
        },
      }),
    queued: (
      message: string,
      ticket: string,
      body = message,
      { user = null, sentAt }: { user?: string | null; sentAt?: string } = {},
    ) =>
      tell('message', name(message), {
        type: 'MessageQueued',
        data: {
          ...place(message, ticket),
          body,
          mediaType: 'text',
          quotedMessageId: null,
          waId: message,
          userId: optional(user),
          sentAt: sentAt ?? new Date(Date.UTC(2026, 0, 5, 12, story.events.length)).toISOString(),
        },
      }),
    sent: (message: string) =>
      tell('message', name(message), {
        type: 'MessageSent',
        data: { messageId: name(message), waKey: waKey(message, true) },
      }),
    about: (message: string, type: 'MessageDelivered' | 'MessageRead' | 'MessagePlayed' | 'MessageDeleted') =>
      tell('message', name(message), { type, data: { messageId: name(message) } }),
    failed: (message: string, reason = 'no such number') =>
      tell('message', name(message), { type: 'MessageFailed', data: { messageId: name(message), reason } }),
    mediaStored: (message: string, media: Media) =>
      tell('message', name(message), {
        type: 'MessageMediaStored',
        data: { messageId: name(message), media },
      }),
    mediaFailed: (message: string, reason: string) =>
      tell('message', name(message), {
        type: 'MessageMediaFailed',
        data: { messageId: name(message), reason },
      }),
    edited: (message: string, body: string) =>
      tell('message', name(message), { type: 'MessageEdited', data: { messageId: name(message), body } }),
    moved: (message: string, ticket: string) =>
      tell('message', name(message), {
        type: 'MessageMoved',
        data: { messageId: name(message), ticketId: name(ticket) },
      }),
    reacted: (message: string, emoji: string, by = 'x@s', fromMe = false) =>
      tell('message', name(message), {
        type: 'MessageReacted',
        data: { messageId: name(message), emoji, fromMe, by },
      }),
  };
};
export type InboxStory = ReturnType<typeof openInboxStory>;
