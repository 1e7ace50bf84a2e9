import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { CommandContext } from '#commands/context.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Socket } from '../baileys.ts';
import type { Lanes } from '../inbound/lanes.ts';
import { noteError } from '../ledger.ts';
import { isOutage, persistently } from '../retry.ts';
import { findAddress, knownAddress } from './address.ts';
import { compose } from './compose.ts';
import type { Outbox, OutboxRow } from './outbox.ts';

export type SenderDependencies = {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly commands: Commands;
  readonly outbox: Outbox;
  readonly lanes: Lanes;
  readonly companyId: string;
  readonly connectionId: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** How long WhatsApp may take to acknowledge; 10 s by default. */
  readonly answerWithinMs?: number;
};

/** Sends what one connection has queued: in order, under fixed ids, until WhatsApp has acknowledged it. */
export type Sender = {
  readonly opened: (socket: Socket) => void;
  readonly closed: () => void;
  /** There may be something to send. */
  readonly wake: () => void;
  /** WhatsApp's answer to a message; `error` is its code. */
  readonly acknowledged: (waId: string, error: string | undefined) => void;
};

type InFlight = { readonly row: OutboxRow; readonly jid: string; readonly timer: NodeJS.Timeout };

const pageSize = 20;
const mostInFlight = 40;
const mostTries = 5;

export const createSender = (dependencies: SenderDependencies): Sender => {
  const { pool, store, commands, outbox, lanes, companyId, connectionId, log, signal } = dependencies;
  const { answerWithinMs = 10_000 } = dependencies;
  const inFlight = new Map<string, InFlight>();
  let socket: Socket | undefined;
  let gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  let fresh = false;
  let awake = false;
  let running = false;

  const contextOf = (...parts: readonly string[]): CommandContext => ({
    companyId,
    commandId: deriveId('outbound', connectionId, ...parts),
    at: new Date().toISOString(),
    actor: { kind: 'connection', id: connectionId },
    principal: null,
  });

  /** The library lets requests of a socket that has ended wait for their timeout. */
  const orGone = <T>(work: Promise<T>): Promise<T> => Promise.race([work, gone.promise]);

  const wake = () => {
    awake = true;
    if (running || !socket || signal.aborted) return;
    running = true;
    work()
      .catch(error => {
        if (!signal.aborted && socket) log.warn({ err: error }, 'sending was interrupted');
      })
      .finally(() => {
        running = false;
        if (awake && socket && inFlight.size < mostInFlight) wake();
      });
  };

  const work = async () => {
    while (awake && socket && !signal.aborted) {
      awake = false;
      if (fresh) {
        fresh = false;
        await persistently(outbox.recover, { signal });
      }
      await sendQueued(socket);
      await tellRead(socket);
    }
  };

  const sendQueued = async (through: Socket) => {
    while (socket === through && !signal.aborted && inFlight.size < mostInFlight) {
      const rows = await persistently(() => outbox.take(pageSize), { signal });
      if (rows.length === 0) return;
      for (const row of rows) {
        if (socket !== through || signal.aborted) return;
        await send(row, through);
      }
    }
    awake = inFlight.size >= mostInFlight;
  };

  const send = async (row: OutboxRow, through: Socket) => {
    try {
      const ownJid = ownJidOf(through);
      const composed = await persistently(() => compose(store, companyId, row.messageId, ownJid), { signal });
      if (!composed || composed.settled) return await outbox.settle(row.messageId, 'sent');
      if (!composed.content) return fail(row, 'ERR_SENDING_WAPP_MSG');
      const jid = await orGone(findAddress(dependencies, row.contactId, through));
      if (!jid) return fail(row, 'ERR_WAPP_INVALID_CONTACT');
      const timer = setTimeout(() => unanswered(row), answerWithinMs);
      inFlight.set(row.waId, { row, jid, timer });
      await orGone(through.relayMessage(jid, composed.content, { messageId: row.waId }));
    } catch (error) {
      forget(row.waId);
      if (socket !== through || signal.aborted) return;
      log.warn({ err: error, waId: row.waId, tries: row.tries }, 'a message was not sent');
      again(row, isOutage(error));
    }
  };

  const forget = (waId: string): InFlight | undefined => {
    const entry = inFlight.get(waId);
    if (!entry) return undefined;
    clearTimeout(entry.timer);
    inFlight.delete(waId);
    return entry;
  };

  const unanswered = (row: OutboxRow) => {
    forget(row.waId);
    again(row, false);
  };

  const again = (row: OutboxRow, forgiven: boolean) => {
    if (row.tries >= mostTries && !forgiven) return fail(row, 'ERR_SENDING_WAPP_MSG');
    inLane(row.waId, async () => {
      await outbox.putBack(row.messageId);
      wake();
    });
  };

  const fail = (row: OutboxRow, reason: string) =>
    inLane(row.waId, async () => {
      const { messageId } = row;
      await commands.message.recordFailed(contextOf(row.waId, 'failed'), { messageId, reason });
      await outbox.settle(messageId, 'failed');
      await noteError(pool, connectionId, reason);
    });

  const inLane = (waId: string, work: () => Promise<void>) =>
    lanes.add(`${connectionId} out ${waId}`, () =>
      persistently(work, { signal }).catch(error => {
        if (!signal.aborted) log.error({ err: error, waId }, 'the answer to a message could not be recorded');
      }),
    );

  const acknowledged = (waId: string, error: string | undefined) => {
    const entry = forget(waId);
    inLane(waId, async () => {
      const row = entry?.row ?? (await outbox.byWaId(waId));
      if (!row || ('state' in row && (row.state === 'sent' || row.state === 'failed'))) return;
      const { messageId, contactId } = row;
      if (error) {
        const reason = `WhatsApp ${error}`;
        await commands.message.recordFailed(contextOf(waId, 'failed'), { messageId, reason });
        await noteError(pool, connectionId, reason);
        return outbox.settle(messageId, 'failed');
      }
      const remoteJid = entry?.jid ?? (await knownAddress(dependencies, contactId)) ?? '';
      const waKey = { id: waId, remoteJid, fromMe: true, participant: null };
      await commands.message.recordSent(contextOf(waId, 'sent'), { messageId, waKey });
      await outbox.settle(messageId, 'sent');
    });
    if (awake) wake();
  };

  const tellRead = async (through: Socket) => {
    for (;;) {
      const messages = await persistently(() => outbox.toRead(100), { signal });
      if (messages.length === 0 || socket !== through) return;
      const keys = messages.map(({ id, remoteJid, participant }) => ({
        ...{ id, remoteJid, fromMe: false },
        ...(participant ? { participant } : {}),
      }));
      await orGone(through.readMessages(keys));
      await persistently(() => outbox.toldRead(messages.map(message => message.id)), { signal });
    }
  };

  return {
    opened: opened => {
      socket = opened;
      gone = Promise.withResolvers<never>();
      gone.promise.catch(() => undefined);
      fresh = true;
      wake();
    },
    closed: () => {
      socket = undefined;
      gone.reject(new Error('the socket has ended'));
      for (const waId of [...inFlight.keys()]) forget(waId);
    },
    wake,
    acknowledged,
  };
};

const ownJidOf = (socket: Socket): string =>
  (socket.user?.lid ?? socket.user?.id ?? '').replace(/:\d+@/, '@');
