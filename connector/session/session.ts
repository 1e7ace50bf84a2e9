import { loadBaileys, type Socket } from '../baileys.ts';
import { userOf } from '../inbound/jids.ts';
import { findMessages } from '../inbound/message-index.ts';
import { openInbound } from '../inbound/open-inbound.ts';
import { type Credentials, openCredentials, wipeAccount } from '../keys/credentials.ts';
import { type KeyStore, openKeyStore } from '../keys/key-store.ts';
import { noteError } from '../ledger.ts';
import { compose } from '../outbound/compose.ts';
import { openOutbox } from '../outbound/outbox.ts';
import { createReceipts } from '../outbound/receipts.ts';
import { createSender } from '../outbound/sender.ts';
import { persistently } from '../retry.ts';
import { afterClosing } from './reconnect-policy.ts';
import { forgetConnection, pairingNumber, wantNoMore } from './session-rows.ts';
import type { Ask, Session, SessionOptions } from './session-types.ts';
import { type OpenSocket, openSocket } from './socket.ts';
import { createStatusReporter, type SessionStatus } from './status-reporter.ts';

export const createSession = async (options: SessionOptions): Promise<Session> => {
  const { context, companyId, connectionId, leaseHolds } = options;
  const { pool, store, commands, cipher, cache, journal, transport } = context;
  const log = context.log.child({ connectionId });
  const ending = new AbortController();
  const { signal } = ending;
  const baileys = await loadBaileys();
  const find = (waIds: readonly string[]) => findMessages(pool, connectionId, waIds);
  const common = { companyId, connectionId, commands, log, signal, find };

  let live: OpenSocket | undefined;
  let keys: KeyStore | undefined;
  let credentials: Credentials | undefined;
  let generation = 0;
  /** The generation whose socket has been asked for a code to type. */
  let codeOf = 0;
  let busy = false;
  let again: NodeJS.Timeout | undefined;
  let failures = 0;
  let status: SessionStatus = nothing;
  let turn: Promise<void> = Promise.resolve();

  const reporter = createStatusReporter({
    ...{ pool, commands, companyId, connectionId, signal },
    onProblem: error => log.error({ err: error }, 'a status could not be recorded'),
  });
  const report = (change: Partial<SessionStatus>) => {
    status = { ...status, qr: '', pairingCode: '', reason: null, ...change };
    reporter.report(status);
  };

  const outbox = openOutbox(pool, connectionId);
  const sender = createSender({ ...common, pool, store, outbox, lanes: context.outboundLanes });
  const receipts = createReceipts({ ...common, lanes: context.outboundLanes });
  const inbound = openInbound({
    ...{ ...common, pool, baileys, journal, lanes: context.inboundLanes },
    me: () => credentials?.creds.me,
    phoneOf: async lid => {
      const id = `${userOf(lid)}_reverse`;
      const found = await keys?.get('lid-mapping', [id]);
      return found?.[id] ? `${found[id]}@s.whatsapp.net` : null;
    },
    subjectOf: async jid => (await live?.socket.groupMetadata(jid))?.subject,
  });

  /** One thing at a time: opening, closing and asks never overlap. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work).catch(error => {
      if (!signal.aborted) log.error({ err: error }, 'a session step failed');
    });
    return turn;
  };

  const open = async () => {
    clearTimeout(again);
    again = undefined;
    if (live || signal.aborted || !leaseHolds()) {
      busy = live !== undefined;
      return;
    }
    busy = true;
    report({ status: 'OPENING', reason: failures > 0 ? status.reason : null });
    try {
      const paired = await persistently(() => openCredentials(connectionId, { pool, cipher, baileys }), {
        signal,
      });
      const number = await persistently(() => pairingNumber(pool, connectionId), { signal });
      credentials = paired;
      generation += 1;
      const mine = generation;
      const own = openKeyStore(connectionId, { pool, cipher, cache, baileys, onJournalled: inbound.offer });
      keys = own;
      const opened = await openSocket({
        ...{
          baileys,
          transport,
          credentials,
          keys: own,
          getMessage: waId => sentContent(waId, live?.socket),
        },
        events: {
          qr: qr => {
            if (number === null) report({ status: 'qrcode', qr, retries: status.retries + 1 });
            else if (codeOf !== mine) {
              codeOf = mine;
              void askForCode(number, qr);
            }
          },
          paired: () => report({ status: 'PAIRING' }),
          open: () => {
            failures = 0;
            const me = paired.creds.me;
            const number = me?.id.replace(/[:@].*$/, '') ?? null;
            report({ status: 'CONNECTED', retries: 0, jid: me?.id ?? null, number });
            if (live) sender.opened(live.socket);
          },
          closed: (code, message) => {
            if (mine !== generation) return;
            sender.closed();
            live = undefined;
            void inTurn(async () => {
              await own.close();
              await persistently(paired.flush, { signal });
              await next(code, message);
            });
          },
          acknowledged: sender.acknowledged,
          receipts,
          journal: entry => inbound.journal(own, entry),
          groupNamed: inbound.groupNamed,
        },
      });
      live = opened;
      if (!leaseHolds() || signal.aborted) await drop();
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'the session could not be opened');
      await next(undefined, String(error));
    }
  };

  /** Every few seconds there is another QR code; a code to type is asked for once and lasts as long as the socket. */
  const askForCode = async (number: string, qr: string) => {
    const asked = generation;
    const stillUnpaired = () => asked === generation && status.status === 'OPENING' && !signal.aborted;
    try {
      const pairingCode = await live?.socket.requestPairingCode(number);
      if (pairingCode && stillUnpaired()) report({ status: 'qrcode', pairingCode });
    } catch (error) {
      log.warn({ err: error }, 'there is no code to type; the QR code is shown');
      if (stillUnpaired()) report({ status: 'qrcode', qr });
    }
  };

  const next = async (code: number | undefined, message: string) => {
    const step = afterClosing({ code, message, failures }, Math.random());
    if (signal.aborted) return;
    log.info({ code, ...step }, 'the socket has ended');
    if (step.step === 'reconnect') {
      if (code !== 515) {
        failures += 1;
        report({ status: 'OPENING', reason: step.reason });
      }
      if (step.afterMs === 0) return open();
      again = setTimeout(() => void inTurn(open), step.afterMs);
      return;
    }
    busy = false;
    if (!leaseHolds()) return;
    if (step.alert) log.error({ code, reason: step.reason }, 'the session needs a person');
    if (step.wipe) await wipeAccount(connectionId, pool, cache);
    void noteError(pool, connectionId, step.reason);
    await persistently(() => wantNoMore(pool, connectionId), { signal });
    report({ status: step.status, reason: step.reason, retries: 0, ...(step.wipe ? unpaired : {}) });
  };

  const drop = async () => {
    clearTimeout(again);
    again = undefined;
    generation += 1;
    sender.closed();
    const dropped = live;
    live = undefined;
    busy = false;
    await dropped?.end();
    await keys?.close();
    await credentials?.flush().catch(error => log.warn({ err: error }, 'credentials were not stored'));
  };

  const sentContent = async (waId: string, socket: Socket | undefined) => {
    const row = await outbox.byWaId(waId);
    const ownJid = socket?.user?.lid ?? '';
    const composed = row && (await compose(store, companyId, row.messageId, ownJid.replace(/:\d+@/, '@')));
    return composed?.content;
  };

  const unpair = async () => {
    generation += 1;
    await live?.socket.logout().catch(() => undefined);
    await drop();
    await wipeAccount(connectionId, pool, cache);
  };

  const perform = async (ask: Ask) => {
    if (ask === 'start') {
      failures = 0;
      void inbound.retry();
      return busy && !again ? undefined : open();
    }
    await unpair();
    if (ask === 'pair') {
      failures = 0;
      report({ ...nothing, status: 'OPENING' });
      return open();
    }
    report({ ...nothing, reason: 'logged-out' });
    if (ask === 'remove') await forgetConnection(pool, connectionId);
  };

  return {
    start: () => {
      if (!busy) void inTurn(async () => (busy ? undefined : open()));
    },
    perform: ask => inTurn(() => perform(ask)),
    wake: () => {
      sender.wake();
      inbound.nudge();
    },
    close: async () => {
      ending.abort();
      await Promise.all([drop(), turn]);
      await drop();
    },
  };
};

const unpaired = { jid: null, number: null };
const nothing: SessionStatus = {
  status: 'DISCONNECTED',
  reason: null,
  qr: '',
  pairingCode: '',
  retries: 0,
  ...unpaired,
};
