import { Curve, type KeyPair } from '@whiskeysockets/baileys';
import { mendLibrary } from '#connector/signal/mend-library.ts';
import { ChangeFeed } from './change-feed.ts';
import type { Connection } from './connection.ts';
import { type Faults, noFaults } from './faults.ts';
import type { MediaStore } from './media/media-store.ts';
import type { PictureStore } from './media/pictures.ts';
import { issueServerCertificate, type ServerCertificate } from './noise/certificate-chain.ts';
import { GroupOpenings } from './peers/group-openings.ts';
import { Peers } from './peers/peers.ts';
import type { Call } from './stanzas/calls.ts';
import { warnOfLowPrekeys } from './stanzas/prekeys.ts';
import { AddressBooks } from './state/address-books.ts';
import { Blocks } from './state/blocks.ts';
import { ChatTimers } from './state/chat-timers.ts';
import { Companions } from './state/companions.ts';
import { ContactDevices } from './state/contact-devices.ts';
import { Groups } from './state/groups.ts';
import { History } from './state/history.ts';
import { People } from './state/people.ts';
import { Secrets } from './state/secrets.ts';
import { StanzaQueue } from './state/stanza-queue.ts';
import type { Store } from './state/store.ts';

export type Log = (text: string) => void;

export type Counters = {
  stanzasIn: number;
  stanzasOut: number;
  /** Ciphertexts of companions that phones and contacts' devices opened, and those they could not open. */
  decrypted: number;
  undecryptable: number;
  retriesAsked: number;
  /** Logins of a device while it had another connection. */
  replaced: number;
  /** One-time keys of contacts' devices that companies have fetched. */
  keysFetched: number;
};

/** Everything the stanza handlers and the admin API share. */
export type Simulator = {
  store: Store;
  people: People;
  companions: Companions;
  contactDevices: ContactDevices;
  queue: StanzaQueue;
  history: History;
  groups: Groups;
  blocks: Blocks;
  addressBooks: AddressBooks;
  timers: ChatTimers;
  peers: Peers;
  media: MediaStore;
  pictures: PictureStore;
  changes: ChangeFeed;
  faults: Faults;
  counters: Counters;
  log: Log;
  secrets: Secrets;
  rootKey: KeyPair;
  certificate: ServerCertificate;
  /** All open sockets. */
  connections: Set<Connection>;
  /** The one logged-in connection of each companion, by companion jid. */
  online: Map<string, Connection>;
  /** Connections that show a QR, by the reference in it. */
  awaitingScan: Map<string, Connection>;
  calls: Map<string, Call>;
};

/** Builds the simulator on a store; the root key that clients must trust is created once and kept. */
export function createSimulator(
  store: Store,
  { media, pictures }: { media: MediaStore; pictures: PictureStore },
  log: Log,
): Simulator {
  mendLibrary();
  const people = new People(store);
  const companions = new Companions(store, jid => warnOfLowPrekeys(simulator, jid));
  const contactDevices = new ContactDevices(store);
  const secrets = new Secrets(store);
  const rootKey = secrets.get('root key', () => Curve.generateKeyPair());
  const simulator: Simulator = {
    store,
    people,
    companions,
    contactDevices,
    queue: new StanzaQueue(store),
    history: new History(store),
    groups: new Groups(store),
    blocks: new Blocks(store),
    addressBooks: new AddressBooks(store),
    timers: new ChatTimers(store),
    peers: new Peers({ store, people, companions, contactDevices, openings: new GroupOpenings() }),
    media,
    pictures,
    changes: new ChangeFeed(store),
    faults: noFaults(),
    counters: {
      ...{ stanzasIn: 0, stanzasOut: 0, decrypted: 0, undecryptable: 0 },
      ...{ retriesAsked: 0, replaced: 0, keysFetched: 0 },
    },
    log,
    secrets,
    rootKey,
    certificate: issueServerCertificate(rootKey, nowSeconds()),
    connections: new Set(),
    online: new Map(),
    awaitingScan: new Map(),
    calls: new Map(),
  };
  return simulator;
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);
