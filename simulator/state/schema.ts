export const SCHEMA = `
create table if not exists server(name text primary key, value text not null) without rowid;

create table if not exists person(
  number text primary key, lid text not null unique, kind text not null, name text not null, picture text,
  registered integer not null default 1, deliver integer not null default 1, reads integer not null default 0,
  identity text not null, next_prekey integer not null default 1,
  devices integer not null default 0, key_index integer not null default 0
) without rowid;

create table if not exists contact_device(
  number text not null, device integer not null, key_index integer not null, identity text not null,
  next_prekey integer not null default 1, primary key (number, device)
) without rowid;

create table if not exists blocked(
  owner text not null, blocked text not null, primary key (owner, blocked)
) without rowid;

create table if not exists chat_timer(
  one text not null, other text not null, seconds integer not null, primary key (one, other)
) without rowid;

create table if not exists address_book(
  owner text not null, contact text not null, name text not null, primary key (owner, contact)
) without rowid;

create table if not exists settings_state(owner text primary key, state text not null) without rowid;

create table if not exists settings_patch(
  owner text not null, version integer not null, patch blob not null, primary key (owner, version)
) without rowid;

create table if not exists signal_key(
  person text not null, type text not null, id text not null, value text not null,
  primary key (person, type, id)
) without rowid;

create table if not exists companion(
  jid text primary key, lid text not null unique, phone text not null, device integer not null,
  key_index integer not null, noise_key blob not null, registration integer not null, identity blob not null,
  signed_id integer not null, signed_key blob not null, signed_signature blob not null,
  has_history integer not null default 0
) without rowid;

create table if not exists companion_prekey(
  companion text not null, id integer not null, value blob not null, primary key (companion, id)
) without rowid;

create table if not exists queued(
  seq integer primary key autoincrement, companion text not null, class text not null, id text not null,
  sender text not null, type text not null, stanza blob not null, author text, payload blob, chat text,
  unique (companion, class, id, sender, type)
);
create index if not exists queued_in_order on queued(companion, seq);

create table if not exists message(
  seq integer primary key autoincrement, owner text not null, chat text not null, id text not null,
  from_me integer not null, sender text not null, type text not null, text text not null, content text not null,
  at integer not null, status text not null, edited integer not null default 0, revoked integer not null default 0,
  unique (owner, chat, id)
);

create table if not exists reaction(
  owner text not null, chat text not null, message text not null, sender text not null, emoji text not null,
  primary key (owner, chat, message, sender)
) without rowid;

create table if not exists chat_group(jid text primary key, subject text not null, created integer not null) without rowid;

create table if not exists group_member(
  chat_group text not null, number text not null, position integer not null, primary key (chat_group, number)
) without rowid;
`;

/** Columns that came later: table, column, type. Added to a file of an earlier version when it is opened. */
export const LATER_COLUMNS: [table: string, column: string, type: string][] = [
  ['person', 'picture_id', 'integer not null default 0'],
  ['person', 'available', 'integer not null default 0'],
  ['person', 'last_seen', 'integer'],
  ['person', 'addressing', `text not null default 'lid'`],
  ['person', 'company', 'text'],
  ['message', 'payload', 'blob'],
  ['message', 'played', 'integer not null default 0'],
  ['chat_group', 'description', 'text'],
  ['chat_group', 'invite', `text not null default ''`],
  ['chat_group', 'announce', 'integer not null default 0'],
  ['chat_group', 'picture', 'text'],
  ['group_member', 'admin', 'integer not null default 0'],
];
