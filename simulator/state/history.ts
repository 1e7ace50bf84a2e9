import { proto } from '@whiskeysockets/baileys';
import type { Row, Store } from './store.ts';

export type MessageStatus = 'pending' | 'sent' | 'delivered' | 'read';

export type MediaInfo = {
  kind: string;
  mimetype: string;
  size: number;
  fileName?: string | undefined;
  voice?: boolean | undefined;
  seconds?: number | undefined;
  /** Where the encrypted bytes lie on this server, and the key that opens them (base64). */
  path: string;
  mediaKey: string;
};

export type MessageContent = {
  media?: MediaInfo | undefined;
  location?: { latitude: number; longitude: number; name?: string | undefined } | undefined;
  vcard?: string | undefined;
  /** Several contact cards in one message. */
  vcards?: { name: string; vcard: string }[] | undefined;
  poll?: { options: string[]; selectable: number } | undefined;
  quoted?: string | undefined;
  /** May be looked at once. */
  viewOnce?: boolean | undefined;
  /** Seconds. */
  vanishesIn?: number | undefined;
};

/** A message as the owner's phone shows it. `chat` is the other number, or the group. `at` in milliseconds. */
export type ShownMessage = {
  owner: string;
  chat: string;
  id: string;
  fromMe: boolean;
  sender: string;
  type: string;
  text: string;
  content: MessageContent;
  at: number;
  status: MessageStatus;
  edited: boolean;
  revoked: boolean;
  /** A voice note that was listened to. */
  played: boolean;
  reactions: { from: string; emoji: string }[];
};

/** `payload` is the message as it was encrypted. */
export type NewMessage = Omit<ShownMessage, 'edited' | 'revoked' | 'played' | 'reactions'> & {
  payload?: Uint8Array;
};

export type MessageKey = Pick<ShownMessage, 'owner' | 'chat' | 'id'>;

const RANK: Record<MessageStatus, number> = { pending: 0, sent: 1, delivered: 2, read: 3 };

/** What every phone shows: its messages with ticks, reactions, edits and revokes. */
export class History {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Shows a message, unless the phone already shows one with this id; returns whether it is new. */
  add(message: NewMessage): boolean {
    const changes = this.#store.write(
      `insert or ignore into message(owner, chat, id, from_me, sender, type, text, content, at, status, payload)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      message.owner,
      message.chat,
      message.id,
      Number(message.fromMe),
      message.sender,
      message.type,
      message.text,
      JSON.stringify(message.content),
      message.at,
      message.status,
      message.payload ?? null,
    );
    return changes > 0;
  }

  /** Raises the tick; a lower status than the present one changes nothing. Returns whether it rose. */
  raise(key: MessageKey, status: MessageStatus): boolean {
    const lower = Object.entries(RANK).flatMap(([name, rank]) => (rank < RANK[status] ? [`'${name}'`] : []));
    return (
      this.#store.write(
        `update message set status = ? where owner = ? and chat = ? and id = ? and status in (${lower.join(',')})`,
        status,
        key.owner,
        key.chat,
        key.id,
      ) > 0
    );
  }

  /** Returns whether it was not played before. */
  markPlayed(key: MessageKey): boolean {
    return (
      this.#store.write(
        'update message set played = 1 where owner = ? and chat = ? and id = ? and played = 0',
        key.owner,
        key.chat,
        key.id,
      ) > 0
    );
  }

  /** The message as it was encrypted; undefined when the phone does not show it. */
  payload(key: MessageKey): proto.IMessage | undefined {
    const row = this.#store.one(
      'select payload from message where owner = ? and chat = ? and id = ?',
      key.owner,
      key.chat,
      key.id,
    );
    return row?.payload instanceof Uint8Array ? proto.Message.decode(row.payload) : undefined;
  }

  edit(key: MessageKey, text: string): void {
    this.#store.write(
      'update message set text = ?, edited = 1 where owner = ? and chat = ? and id = ? and revoked = 0',
      text,
      key.owner,
      key.chat,
      key.id,
    );
  }

  revoke(key: MessageKey): void {
    this.#store.write(
      `update message set text = '', content = '{}', revoked = 1 where owner = ? and chat = ? and id = ?`,
      key.owner,
      key.chat,
      key.id,
    );
  }

  /** An empty emoji takes the sender's reaction back. */
  react(key: MessageKey, sender: string, emoji: string): void {
    if (emoji === '') {
      this.#store.write(
        'delete from reaction where owner = ? and chat = ? and message = ? and sender = ?',
        key.owner,
        key.chat,
        key.id,
        sender,
      );
      return;
    }
    this.#store.write(
      'insert or replace into reaction values (?, ?, ?, ?, ?)',
      key.owner,
      key.chat,
      key.id,
      sender,
      emoji,
    );
  }

  find(key: MessageKey): ShownMessage | undefined {
    const row = this.#store.one(
      'select * from message where owner = ? and chat = ? and id = ?',
      key.owner,
      key.chat,
      key.id,
    );
    return row && this.#toMessage(row);
  }

  /** The newest messages of a chat, oldest first. */
  newest(owner: string, chat: string, count: number): ShownMessage[] {
    return this.#store
      .all('select * from message where owner = ? and chat = ? order by seq desc limit ?', owner, chat, count)
      .map(row => this.#toMessage(row))
      .reverse();
  }

  /** Messages of one phone in order of arrival, of all chats or of one. */
  list(owner: string, chat?: string): ShownMessage[] {
    const rows =
      chat === undefined
        ? this.#store.all('select * from message where owner = ? order by seq', owner)
        : this.#store.all('select * from message where owner = ? and chat = ? order by seq', owner, chat);
    return rows.map(row => this.#toMessage(row));
  }

  /** The chats a phone shows: numbers and groups. */
  chatsOf(owner: string): string[] {
    const rows = this.#store.all('select distinct chat from message where owner = ? order by chat', owner);
    return rows.map(row => String(row.chat));
  }

  /** Every chat of a phone with its newest message and how many are not read, the newest first. */
  overview(owner: string): { chat: string; unread: number; last: ShownMessage }[] {
    const rows = this.#store.all(
      `select message.*, unread from message join (
         select max(seq) as newest, sum(from_me = 0 and status <> 'read') as unread
         from message where owner = ? group by chat
       ) on seq = newest order by seq desc`,
      owner,
    );
    return rows.map(row => ({ chat: `${row.chat}`, unread: Number(row.unread), last: this.#toMessage(row) }));
  }

  /** Messages others sent to this phone that still have one of these ticks. */
  received(owner: string, statuses: MessageStatus[], chat?: string): ShownMessage[] {
    return this.list(owner, chat).filter(message => !message.fromMe && statuses.includes(message.status));
  }

  #toMessage(row: Row): ShownMessage {
    const owner = String(row.owner);
    const chat = String(row.chat);
    const id = String(row.id);
    const reactions = this.#store.all(
      'select sender, emoji from reaction where owner = ? and chat = ? and message = ?',
      owner,
      chat,
      id,
    );
    return {
      owner,
      chat,
      id,
      fromMe: row.from_me === 1,
      sender: String(row.sender),
      type: String(row.type),
      text: String(row.text),
      content: JSON.parse(String(row.content)),
      at: Number(row.at),
      status: toStatus(row.status),
      edited: row.edited === 1,
      revoked: row.revoked === 1,
      played: row.played === 1,
      reactions: reactions.map(reaction => ({
        from: String(reaction.sender),
        emoji: String(reaction.emoji),
      })),
    };
  }
}

function toStatus(value: Row[string] | undefined): MessageStatus {
  return value === 'sent' || value === 'delivered' || value === 'read' ? value : 'pending';
}
