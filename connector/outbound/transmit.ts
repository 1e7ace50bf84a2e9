import type { Pool } from 'pg';
import type { Commands } from '#commands/commands.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Socket } from '../baileys.ts';
import type { Uploads } from '../media/uploads.ts';
import { persistently } from '../retry.ts';
import { findAddress } from './address.ts';
import { compose, sendingOf } from './compose.ts';
import { composeChange } from './compose-change.ts';
import type { InFlight } from './in-flight.ts';
import type { JustQueued } from './just-queued.ts';
import type { Outbox, OutboxRow } from './outbox.ts';
import type { Outcomes } from './outcomes.ts';
import type { SentIds } from './sent-ids.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly commands: Commands;
  readonly outbox: Outbox;
  readonly uploads: Pick<Uploads, 'contentOf'>;
  readonly outcomes: Outcomes;
  readonly inFlight: InFlight;
  readonly justQueued: JustQueued;
  readonly sentIds: SentIds;
  readonly companyId: string;
  readonly connectionId: string;
  readonly signal: AbortSignal;
};
type Through = {
  readonly socket: Socket;
  /** The library lets requests of a socket that has ended wait for their timeout: this rejects at once. */
  readonly orGone: <T>(work: Promise<T>) => Promise<T>;
};

/** What the log and the tables say of a row, some of it perhaps not yet read. */
export type Reading = Promise<{
  readonly composed: Awaited<ReturnType<typeof compose>>;
  readonly known: string | undefined;
}>;
export type Transmit = {
  /** Reads what will be needed to send a message, while the one before it is sent. Does not reject unheard. */
  readonly read: (row: OutboxRow, socket: Socket) => Reading | undefined;
  /**
   * Sends one row, or settles it where nothing is to be sent. Resolves with whether changes of the message may go now
   * that waited for it. Rejects when it could not be written to the socket.
   */
  readonly send: (row: OutboxRow, through: Through, reading?: Reading) => Promise<boolean>;
};

export const createTransmit = (dependencies: Dependencies): Transmit => {
  const { store, commands, companyId, connectionId, outbox, uploads, signal } = dependencies;
  const { outcomes, inFlight, justQueued, sentIds } = dependencies;
  const surely = <T>(work: () => Promise<T>) => persistently(work, { signal });
  const settle = (row: OutboxRow, state: 'sent' | 'failed' | 'dropped') =>
    surely(() => outbox.settle(row, state));
  const addressOf = (row: OutboxRow, { socket, orGone }: Through) =>
    orGone(findAddress(dependencies, row.contactId, socket));

  const readNow = async (row: OutboxRow, socket: Socket): Reading => {
    const queued = justQueued.take(row);
    if (queued) commands.message.learn(queued);
    const composed = await surely(() =>
      compose(dependencies, queued ?? row.messageId, sendingOf(row, socket)),
    );
    return { composed, known: row.jid };
  };

  const relay = async (
    row: OutboxRow,
    { socket, orGone }: Through,
    { jid, content, attributes = {} }: { jid: string; content: Content; attributes?: Attributes },
  ): Promise<boolean> => {
    inFlight.add(row, jid);
    if (row.kind === 'message') sentIds.add(row.waId, row.messageId);
    const options = { messageId: row.waId, additionalAttributes: { ...attributes } };
    await orGone(socket.relayMessage(jid, content, options));
    return false;
  };

  const message: Transmit['send'] = async (row, through, reading) => {
    const { composed, known } = await (reading ?? readNow(row, through.socket));
    if (!composed || arrived.has(composed.status)) return settle(row, 'sent');
    if (composed.status === 'failed') return settle(row, 'failed');
    const neverWentOut = row.tries <= 1 && !row.uncertain;
    if (composed.unwanted && neverWentOut) return settle(row, 'dropped');
    const { messageId } = row;
    const { file } = composed;
    const uploading = file && uploads.contentOf({ messageId, companyId, connectionId }, file, through.socket);
    const content = composed.content ?? (uploading && (await through.orGone(uploading)));
    if (!content) return surely(() => outcomes.refused(row, 'ERR_SENDING_WAPP_MSG'));
    const jid = known ?? (await addressOf(row, through));
    if (!jid) return surely(() => outcomes.refused(row, 'ERR_WAPP_INVALID_CONTACT'));
    return relay(row, through, { jid, content });
  };

  const change: Transmit['send'] = async (row, through) => {
    const composed = await surely(() => composeChange(store, companyId, row));
    if (!composed || composed.fate === 'settled') return settle(row, 'sent');
    const { fate, chat, writtenTo } = composed;
    if (fate !== 'send') return surely(() => outcomes.refused(row, fate.refused));
    const dropped = await surely(() => outbox.wasDropped(row.messageId));
    // The contact may be somebody else's double now, or have another number: the message is not there.
    const jid = dropped ? undefined : (chat ?? (await addressOf(row, through)));
    // What never went out, or to nobody, is gone without WhatsApp.
    if (!jid && row.kind === 'deletion') return surely(() => outcomes.accepted(row, ''));
    if (!jid) return surely(() => outcomes.refused(row, 'not-sent'));
    return relay(row, through, { jid, ...writtenTo(jid) });
  };

  return {
    read: (row, socket) => {
      if (row.kind !== 'message') return undefined;
      const reading = readNow(row, socket);
      reading.catch(() => undefined);
      return reading;
    },
    send: (row, through, reading) =>
      row.kind === 'message' ? message(row, through, reading) : change(row, through),
  };
};

type Content = Parameters<Socket['relayMessage']>[1];
type Attributes = Readonly<Record<string, string>>;

const arrived: ReadonlySet<string> = new Set(['sent', 'delivered', 'read', 'played', 'deleted']);
