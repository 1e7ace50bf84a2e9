import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { EventStore } from '#eventstore/types.ts';
import type { Socket } from '../baileys.ts';
import type { Lanes } from '../inbound/lanes.ts';
import type { Uploads } from '../media/uploads.ts';
import { isOutage, persistently, restMs } from '../retry.ts';
import { knownAddress } from './address.ts';
import { createGiveBack } from './give-back.ts';
import { createInFlight } from './in-flight.ts';
import type { JustQueued } from './just-queued.ts';
import type { Lane, Outbox, OutboxRow } from './outbox.ts';
import { createOutcomes } from './outcomes.ts';
import { refusalOf } from './refusals.ts';
import type { SentIds } from './sent-ids.ts';
import { tellRead } from './tell-read.ts';
import { createTransmit, type Reading } from './transmit.ts';
import { createTurns, type TurnSettings } from './turns.ts';
import { untilGone } from './until-gone.ts';
import { createUploadsAhead } from './upload-ahead.ts';

export type SendingSettings = TurnSettings & {
  /** How long WhatsApp may take to acknowledge; 10 s by default. */
  readonly answerWithinMs?: number | undefined;
};

export type SenderDependencies = SendingSettings & {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly commands: Commands;
  readonly outbox: Outbox;
  readonly uploads: Pick<Uploads, 'contentOf'>;
  readonly lanes: Lanes;
  readonly justQueued: JustQueued;
  readonly sentIds: SentIds;
  readonly companyId: string;
  readonly connectionId: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

/**
 * Sends what one connection has queued: in order, under fixed ids, until WhatsApp has acknowledged it. A file on its way
 * to WhatsApp holds up its own chat only. What programs have queued, and what is sent to many, goes at paces of their
 * own, behind everything else.
 */
export type Sender = {
  readonly opened: (socket: Socket) => void;
  readonly closed: () => void;
  /** There may be something to send. */
  readonly wake: () => void;
  /** WhatsApp's answer to a message; `error` is its code. */
  readonly acknowledged: (waId: string, error: string | undefined) => void;
};

const mostInFlight = 40;
const lanesInOrder = ['single', 'program', 'mass'] as const;

export const createSender = (dependencies: SenderDependencies): Sender => {
  const { pool, outbox, lanes, connectionId, log, signal } = dependencies;
  const outcomes = createOutcomes(dependencies);
  const giveBack = createGiveBack({ ...dependencies, outcomes });
  const inFlight = createInFlight(dependencies.answerWithinMs ?? 10_000, row => again(row, true));
  const transmit = createTransmit({ ...dependencies, outcomes, inFlight });
  let socket: Socket | undefined;
  const { orGone, ...line } = untilGone();
  let fresh = false;
  let awake = false;
  let running = false;
  let full = false;
  /** Nothing is sent before this timer has run out. */
  let rest: NodeJS.Timeout | undefined;

  const surely = <T>(work: () => Promise<T>) => persistently(work, { signal });

  const wake = () => {
    awake = true;
    if (running || !socket || rest || signal.aborted) return;
    running = true;
    work()
      .catch(error => {
        if (signal.aborted || !socket) return;
        log.warn({ err: error }, 'sending was interrupted');
        if (fresh) pause(1);
      })
      .finally(() => {
        running = false;
        if (awake && socket) wake();
      });
  };

  const work = async () => {
    while (awake && socket && !rest && !signal.aborted) {
      awake = false;
      const through = socket;
      let readsDue = false;
      try {
        if (fresh) await recover();
        const due = await surely(outbox.due);
        readsDue = due.reads;
        if (due.uploads) uploadAhead().catch(() => undefined);
        for (const lane of lanesInOrder)
          if (due[lane] && (await sendFrom(lane, through)) && mayGoOn(through) && !full) turns.later(lane);
      } catch (error) {
        // What was taken and not put back is found by recovering.
        fresh = true;
        throw error;
      }
      if (readsDue && socket === through) await tellRead(outbox, { socket, orGone, surely });
    }
  };

  const recover = async () => {
    fresh = false;
    for (const row of await surely(outbox.onTheirWay))
      await surely(() => outcomes.unconfirmed(row)).catch(error => {
        signal.throwIfAborted();
        log.error({ err: error, waId: row.waId }, 'the log cannot be told that a message is in doubt');
      });
    await surely(outbox.recover);
  };

  const mayGoOn = (through: Socket) => socket === through && !rest && !signal.aborted;

  /** A page, and all pages of what people write. False when nothing more of it was there. */
  const sendFrom = async (lane: Lane, through: Socket): Promise<boolean> => {
    while (mayGoOn(through)) {
      full = inFlight.size() >= mostInFlight;
      const limit = full ? 0 : turns.room(lane);
      if (limit === 0) return true;
      const rows = await surely(() => outbox.take(limit, lane));
      turns.taken(lane, rows);
      let reading: Reading | undefined;
      for (const [index, row] of rows.entries()) {
        if (!mayGoOn(through)) return putBack(rows.slice(index));
        const next = rows[index + 1];
        const readNext = next && transmit.read(next, through);
        // The others of its chat must not overtake it, however long giving it back has taken.
        if (!(await send(row, { lane, through, reading }))) return putBack(rows.slice(index + 1));
        reading = readNext;
      }
      if (rows.length < limit || lane !== 'single') return rows.length === limit;
    }
    return true;
  };

  const putBack = async (rows: readonly OutboxRow[]): Promise<true> => {
    for (const row of rows) await surely(() => outbox.putBack(row, { tried: false, uncertain: false }));
    return true;
  };

  /** False when it was given back, to be tried again. */
  const send = async (row: OutboxRow, { lane, through, reading }: Sending): Promise<boolean> => {
    if (!(await turns.mayGo(lane, () => surely(outbox.massInADay)))) {
      await putBack([row]);
      return false;
    }
    try {
      if (await transmit.send(row, { socket: through, orGone }, reading)) awake = true;
      return true;
    } catch (error) {
      inFlight.take(row.waId);
      if (socket !== through || signal.aborted) return false;
      log.warn({ err: error, waId: row.waId, tries: row.tries }, 'a message was not sent');
      pause(row.tries);
      await giveBack(row, { forgiven: isOutage(error), uncertain: false });
      return false;
    }
  };

  /** The others wait too: they must not overtake, and what hinders one hinders the others mostly. */
  const pause = (tries: number) => {
    clearTimeout(rest);
    const goOn = () => {
      rest = undefined;
      wake();
    };
    rest = setTimeout(goOn, restMs(tries));
  };

  const again = (row: OutboxRow, uncertain: boolean) =>
    inLane(row.waId, async () => {
      await giveBack(row, { forgiven: false, uncertain });
      wake();
    });

  const inLane = (waId: string, work: () => Promise<void>) =>
    lanes.add(`${connectionId} out ${waId}`, () =>
      surely(work).catch(error => {
        if (!signal.aborted) log.error({ err: error, waId }, 'the answer to a message could not be recorded');
      }),
    );

  const acknowledged = (waId: string, error: string | undefined) => {
    const entry = inFlight.answered(waId);
    inLane(waId, async () => {
      const known = entry ? undefined : await outbox.byWaId(waId);
      const row = entry?.row ?? known;
      if (!row || known?.state === 'sent' || known?.state === 'dropped') return;
      const jid = entry?.jid ?? (await knownAddress({ pool, connectionId }, row.contactId)) ?? '';
      const waiting = error
        ? await outcomes.refused(row, refusalOf(error))
        : await outcomes.accepted(row, jid);
      if (waiting) wake();
    });
    if (full) wake();
  };

  const turns = createTurns(dependencies, wake);
  const uploadAhead = createUploadsAhead({ ...dependencies, outcomes, socket: () => socket, ready: wake });

  return {
    opened: opened => {
      socket = opened;
      line.opened();
      fresh = true;
      wake();
    },
    closed: () => {
      socket = undefined;
      line.ended(new Error('the socket has ended'));
      inFlight.clear();
      clearTimeout(rest);
      turns.stop();
      rest = undefined;
    },
    wake,
    acknowledged,
  };
};

type Sending = {
  readonly lane: Lane;
  readonly through: Socket;
  /** What was read ahead for it. */
  readonly reading: Reading | undefined;
};
