/** Receipts that the log could not take at once: see outbound/receipt-notes.ts. */
export const receipts = `
create table if not exists connector.receipt (
  connection_id uuid not null,
  wa_id text not null,
  step text not null check (step in ('delivered', 'read', 'played')),
  at timestamptz not null default now(),
  primary key (connection_id, wa_id, step)
);
`;

/** What WhatsApp tells of the phone's address book: see session/address-book.ts. */
export const addressBook = `
create table if not exists connector.address_book (
  connection_id uuid not null,
  jid text not null,
  number text,
  lid text,
  name text not null,
  primary key (connection_id, jid)
);
alter table connector.session add column if not exists address_book_version bigint;
`;

/** What programs send lets people's messages pass: see outbound/fold-queued.ts. */
export const behindPeople = `
alter table connector.outbox add column if not exists behind boolean not null default false;
create index if not exists outbox_in_turn on connector.outbox (connection_id, mass, behind, position)
  where state = 'queued';
create index if not exists outbox_behind on connector.outbox (connection_id, contact_id)
  where behind and state = 'queued';
drop index if exists connector.outbox_next;
`;

/** Messages of who was erased, and the names that are still to be looked for, sealed: see outbound/erased-rows.ts. */
export const erasedPersons = `
create table if not exists connector.erased_message (
  message_id uuid primary key,
  at timestamptz not null default now()
);
create index if not exists erased_message_oldest on connector.erased_message (at);
create table if not exists connector.erasure (
  provider text not null,
  contact_id uuid not null,
  company_id uuid not null,
  names text not null,
  round int not null default 0,
  erased_at timestamptz not null default now(),
  due_at timestamptz not null,
  primary key (provider, contact_id)
);
`;

/** What waits is found by its turn alone, however much of it there is, and the changes of a message by the message. */
export const outboxTurns = `
create index if not exists outbox_changes on connector.outbox (message_id) where kind <> 'message';
create index if not exists outbox_sending on connector.outbox (connection_id, position) where state = 'sending';
drop index if exists connector.outbox_open;
`;

/** What changes of a message are opened with: see content/sealed.ts. */
export const messageSecrets = `
create table if not exists connector.message_secret (
  message_id uuid primary key,
  connection_id uuid not null,
  sealed bytea not null,
  at timestamptz not null default now()
);
create index if not exists message_secret_age on connector.message_secret (at);
`;

/** After how many seconds what is sent in a chat vanishes on phones: see outbound/fold-batch.ts. */
export const chatTimers = `
create table if not exists connector.chat_timer (
  connection_id uuid not null,
  contact_id uuid not null,
  seconds int not null,
  primary key (connection_id, contact_id)
);
`;
