import type { Logger } from 'pino';
import type { CommandContext } from '#commands/context.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { Baileys, Socket } from '../baileys.ts';
import { userOf } from '../inbound/jids.ts';
import { findMessages } from '../inbound/message-index.ts';
import { type Inbound, openInbound } from '../inbound/open-inbound.ts';
import { knownAddress } from '../outbound/address.ts';
import { type Outbox, openOutbox } from '../outbound/outbox.ts';
import { openReceipts } from '../outbound/receipts.ts';
import { createSender, type Sender } from '../outbound/sender.ts';
import { sentContent } from '../outbound/sent-content.ts';
import { rememberSent } from '../outbound/sent-ids.ts';
import { persistently } from '../retry.ts';
import type { Account } from './account.ts';
import { type ChatPresence, openChatPresence, otherAddressKey } from './chat-presence.ts';
import type { FencingToken } from './leases.ts';
import { createPictures, type Pictures } from './pictures.ts';
import type { SessionsContext } from './session-types.ts';

type Dependencies = {
  readonly context: SessionsContext;
  readonly companyId: string;
  readonly connectionId: string;
  readonly fencing: FencingToken;
  readonly baileys: Baileys;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly leaseHolds: () => boolean;
  readonly account: () => Account | undefined;
  readonly socket: () => Socket | undefined;
};

/** Everything that goes through one connection, whichever socket it has at the time. */
export type Traffic = {
  readonly inbound: Inbound;
  readonly sender: Sender;
  readonly receipts: ReturnType<typeof openReceipts>;
  readonly pictures: Pictures;
  readonly presence: ChatPresence;
  readonly identityLearned: (identity: { readonly lid: string; readonly number: string }) => void;
  /** What was sent under an id, for those who could not read it; undefined when it is not ours. */
  readonly sentContent: (waId: string) => ReturnType<typeof sentContent>;
};

export const openTraffic = (dependencies: Dependencies): Traffic => {
  const { context, companyId, connectionId, baileys, log, signal, leaseHolds, account, socket } =
    dependencies;
  const { pool, store, commands, journal, inboundLanes, outboundLanes } = context;
  const find = (waIds: readonly string[]) => findMessages(pool, connectionId, waIds);
  const common = { companyId, connectionId, commands, log, signal, find };
  const outbox = openOutbox(pool, connectionId, dependencies.fencing);
  const sentIds = rememberSent();
  const take: Outbox['take'] = async (...what) => (leaseHolds() ? outbox.take(...what) : []);
  return {
    sender: createSender({
      ...context.sending,
      ...common,
      pool,
      store,
      uploads: context.files.uploads,
      outbox: { ...outbox, take },
      ...{ lanes: outboundLanes, justQueued: context.justQueued, sentIds },
    }),
    receipts: openReceipts({
      ...{ ...common, lanes: outboundLanes, notes: context.receiptNotes, sentIds },
      isChange: async waId => (await outbox.byWaId(waId)) !== undefined,
    }),
    inbound: openInbound({
      ...{ ...common, pool, baileys, journal, lanes: inboundLanes, historyLane: context.historyLane },
      awaitFile: (messageId, awaited, wanted = true) =>
        context.files.awaitFile({ messageId, connectionId, companyId }, awaited, wanted),
      readChunk: (chunk, mostBytes) => context.files.read(baileys, chunk, mostBytes),
      me: () => account()?.credentials.creds.me,
      phoneOf: async lid => {
        const id = `${userOf(lid)}_reverse`;
        const found = await account()?.keys.get('lid-mapping', [id]);
        return found?.[id] ? `${found[id]}@s.whatsapp.net` : null;
      },
      subjectOf: async jid => (await socket()?.groupMetadata(jid))?.subject,
    }),
    pictures: createPictures({ ...common, pool, kept: context.files.pictures }),
    presence: openChatPresence({
      ...{ ...common, pool, socket },
      addressOf: contactId => knownAddress({ pool, connectionId }, contactId),
      otherAddress: async jid => {
        const other = otherAddressKey(jid);
        const found = other && (await account()?.keys.get('lid-mapping', [other.key]))?.[other.key];
        return found ? `${found}@${other.server}` : undefined;
      },
    }),
    identityLearned: identity => {
      const { lid, number } = identity;
      const learning: CommandContext = {
        ...{ companyId, at: new Date().toISOString(), principal: null },
        commandId: deriveId('identity', connectionId, lid, number),
        actor: { kind: 'connection', id: connectionId },
      };
      inboundLanes.add(`${connectionId} identity`, () =>
        persistently(() => commands.contact.learnIdentity(learning, identity), { signal }).catch(error => {
          if (!signal.aborted) log.error({ err: error }, 'who a contact is could not be recorded');
        }),
      );
    },
    sentContent: waId => {
      const ownJid = (socket()?.user?.lid ?? '').replace(/:\d+@/, '@');
      return sentContent({ ...common, pool, store, outbox, uploads: context.files.uploads }, waId, ownJid);
    },
  };
};
