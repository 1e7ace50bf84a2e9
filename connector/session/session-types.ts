import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Socket } from '../baileys.ts';
import type { Journal } from '../inbound/journal.ts';
import type { Lanes } from '../inbound/lanes.ts';
import type { Cipher } from '../keys/cipher.ts';
import type { KeyCache } from '../keys/key-store.ts';
import type { Files } from '../media/files.ts';
import type { JustQueued } from '../outbound/just-queued.ts';
import type { ReceiptNotes } from '../outbound/receipt-notes.ts';
import type { SendingSettings } from '../outbound/sender.ts';
import type { ChatPresence } from './chat-presence.ts';
import type { FencingToken, LeaseHolder } from './leases.ts';
import type { Reading } from './reading.ts';
import type { Transport } from './transport.ts';

export type Ask = 'start' | 'pair' | 'logout' | 'remove';

/** What all sessions of a process share. */
export type SessionsContext = {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly commands: Commands;
  readonly cipher: Cipher;
  readonly cache: KeyCache;
  readonly journal: Journal;
  readonly inboundLanes: Lanes;
  readonly historyLane: Lanes;
  readonly outboundLanes: Lanes;
  readonly transport: Transport;
  readonly files: Files;
  readonly sending: SendingSettings;
  readonly justQueued: JustQueued;
  readonly receiptNotes: ReceiptNotes;
  readonly holder: LeaseHolder;
  /** How often a server is asked for a sign of life. */
  readonly probeEveryMs: number;
  /** Milliseconds since 1970; tests put their own. */
  readonly now?: (() => number) | undefined;
  readonly reading: Reading;
  readonly log: Logger;
};

export type SessionOptions = {
  readonly context: SessionsContext;
  readonly companyId: string;
  readonly connectionId: string;
  readonly fencing: FencingToken;
  /** Whether this process may still hold the socket. */
  readonly leaseHolds: () => boolean;
  /** Notification when Postgres knows another holder: the session is to be closed. */
  readonly onLeaseLost: () => void;
};

/** One connection's WhatsApp session: at most one socket at a time, kept open for as long as it is wanted. */
export type Session = {
  /** Opens the socket if there is none and none is being opened. */
  readonly start: () => void;
  readonly perform: (ask: Ask) => Promise<void>;
  /** There may be something to send or to read on. */
  readonly wake: () => void;
  readonly presence: () => ChatPresence;
  /** Tries once more what was received and set aside. */
  readonly retry: () => Promise<void>;
  /** The socket while there is one; it may not be open yet. */
  readonly socket: () => Socket | undefined;
  /** Ends the socket without logging out, and all work on this connection. */
  readonly close: () => Promise<void>;
};
