import type { Pool } from 'pg';
import type { EventStore } from '#eventstore/types.ts';
import type { Socket } from '../baileys.ts';
import type { Uploads } from '../media/uploads.ts';
import { persistently } from '../retry.ts';
import { findAddress } from './address.ts';
import { compose } from './compose.ts';
import { composeChange } from './compose-change.ts';
import type { InFlight } from './in-flight.ts';
import type { Outbox, OutboxRow } from './outbox.ts';
import type { Outcomes } from './outcomes.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly outbox: Outbox;
  readonly uploads: Pick<Uploads, 'contentOf'>;
  readonly outcomes: Outcomes;
  readonly inFlight: InFlight;
  readonly companyId: string;
  readonly connectionId: string;
  readonly signal: AbortSignal;
};
type Through = {
  readonly socket: Socket;
  /** The library lets requests of a socket that has ended wait for their timeout: this rejects at once. */
  readonly orGone: <T>(work: Promise<T>) => Promise<T>;
};

/**
 * Sends one row, or settles it where nothing is to be sent. Resolves with whether changes of the message may go now
 * that waited for it. Rejects when it could not be written to the socket.
 */
export type Transmit = (row: OutboxRow, through: Through) => Promise<boolean>;

export const createTransmit = (dependencies: Dependencies): Transmit => {
  const { store, companyId, connectionId, outbox, uploads, outcomes, inFlight, signal } = dependencies;
  const surely = <T>(work: () => Promise<T>) => persistently(work, { signal });
  const settle = (row: OutboxRow, state: 'sent' | 'failed' | 'dropped') =>
    surely(() => outbox.settle(row, state));
  const addressOf = (row: OutboxRow, { socket, orGone }: Through) =>
    orGone(findAddress(dependencies, row.contactId, socket));

  const relay = async (
    row: OutboxRow,
    { socket, orGone }: Through,
    { jid, content, attributes = {} }: { jid: string; content: Content; attributes?: Attributes },
  ): Promise<boolean> => {
    inFlight.add(row, jid);
    const options = { messageId: row.waId, additionalAttributes: { ...attributes } };
    await orGone(socket.relayMessage(jid, content, options));
    return false;
  };

  const message: Transmit = async (row, through) => {
    const ownJid = ownJidOf(through.socket);
    const composed = await surely(() => compose(store, companyId, row.messageId, ownJid));
    if (!composed || arrived.has(composed.status)) return settle(row, 'sent');
    if (composed.status === 'failed') return settle(row, 'failed');
    const neverWentOut = row.tries <= 1 && !row.uncertain;
    if (composed.unwanted && neverWentOut) return settle(row, 'dropped');
    const { messageId } = row;
    const { file } = composed;
    const uploading = file && uploads.contentOf({ messageId, companyId, connectionId }, file, through.socket);
    const content = composed.content ?? (uploading && (await through.orGone(uploading)));
    if (!content) return surely(() => outcomes.refused(row, 'ERR_SENDING_WAPP_MSG'));
    const jid = await addressOf(row, through);
    if (!jid) return surely(() => outcomes.refused(row, 'ERR_WAPP_INVALID_CONTACT'));
    return relay(row, through, { jid, content });
  };

  const change: Transmit = async (row, through) => {
    const dropped = await surely(() => outbox.wasDropped(row.messageId));
    const jid = dropped ? undefined : await addressOf(row, through);
    const composed = await surely(() => composeChange(store, companyId, row, jid ?? ''));
    if (!composed || composed.fate === 'settled') return settle(row, 'sent');
    const { fate } = composed;
    if (fate !== 'send') return surely(() => outcomes.refused(row, fate.refused));
    // What never went out, or to nobody, is gone without WhatsApp.
    if (!jid && row.kind === 'deletion') return surely(() => outcomes.accepted(row, ''));
    if (!jid) return surely(() => outcomes.refused(row, 'not-sent'));
    return relay(row, through, { jid, ...composed });
  };

  return (row, through) => (row.kind === 'message' ? message(row, through) : change(row, through));
};

type Content = Parameters<Socket['relayMessage']>[1];
type Attributes = Readonly<Record<string, string>>;

const arrived: ReadonlySet<string> = new Set(['sent', 'delivered', 'read', 'played', 'deleted']);

const ownJidOf = (socket: Socket): string =>
  (socket.user?.lid ?? socket.user?.id ?? '').replace(/:\d+@/, '@');
