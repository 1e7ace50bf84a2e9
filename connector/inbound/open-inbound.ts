import type { Pool } from 'pg';
import { cleanText } from '#domain/shared/text.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { AwaitedFile } from '../media/remote-file.ts';
import { persistently } from '../retry.ts';
import { ignoresGroups, importsHistory } from '../session/session-rows.ts';
import { createGroupNames } from './group-names.ts';
import { openHistory } from './history.ts';
import { openIntake } from './intake.ts';
import { userOf } from './jids.ts';
import { type JournalEntry, type JournalRow, parts } from './journal-entry.ts';
import { journalInTurn } from './journal-in-turn.ts';
import type { Lanes } from './lanes.ts';
import type { ReadChunk } from './read-history.ts';
import { createIntaking, type IntakeDeps } from './take-in.ts';

type Me = { readonly id: string; readonly lid?: string | undefined };

type Dependencies = Omit<IntakeDeps, 'ignoresGroups' | 'groupName' | 'isMe' | 'ownJids' | 'awaitFile'> & {
  readonly awaitFile: (messageId: string, awaited: AwaitedFile, wanted?: boolean) => Promise<void>;
  readonly pool: Pool;
  readonly readChunk: ReadChunk;
  readonly lanes: Lanes;
  /** One at a time, over all connections: what a phone tells of older messages may be large. */
  readonly historyLane: Lanes;
  /** Who the account is, once it is paired. */
  readonly me: () => Me | undefined;
  /** Asks WhatsApp what a group is called. */
  readonly subjectOf: (jid: string) => Promise<string | undefined>;
};

/** Everything that one connection receives, on its way to the inbox. */
export type Inbound = {
  /** Rows that have just been journalled. */
  readonly offer: (rows: readonly JournalRow[]) => void;
  /** Journals what came without a ratchet. Does not reject. */
  readonly journal: (keys: KeyStore, entry: JournalEntry) => void;
  /** A group is called something else now. */
  readonly groupNamed: (jid: string, subject: string) => void;
  /** Reads on where an outage interrupted the reading. */
  readonly nudge: () => void;
  /** Tries once more what was set aside. */
  readonly retry: () => Promise<void>;
};

/** Takes up what an earlier run left, and once more what it set aside. */
export const openInbound = (dependencies: Dependencies): Inbound => {
  const { pool, lanes, me, subjectOf, journal, log, signal, companyId, connectionId } = dependencies;
  const names = createGroupNames(subjectOf);
  const ownJids = () => [me()?.id, me()?.lid].flatMap(jid => (jid ? [jid.replace(/:\d+@/, '@')] : []));
  const deps = {
    ...dependencies,
    ownJids,
    ignoresGroups: () => ignoresGroups(pool, companyId),
    groupName: names.of,
    isMe: (jid: string) => ownJids().some(own => userOf(own) === userOf(jid)),
  };
  const intaking = createIntaking(deps);
  const history = openHistory({
    ...deps,
    lane: dependencies.historyLane,
    isWanted: () => importsHistory(pool, connectionId),
    keepFile: (messageId, awaited) => dependencies.awaitFile(messageId, awaited, false),
  });
  const intake = openIntake({
    ...{ account: connectionId, journal, lanes, signal, take: intaking.takeRow },
    onProblem: error => log.warn({ err: error }, 'the journal could not be read'),
  });

  const retry = async () => {
    await persistently(() => journal.retryAside(connectionId), { signal }).catch(error => {
      if (!signal.aborted) log.warn({ err: error }, 'what was set aside stays there');
    });
    intake.replay();
    history.wake();
  };
  void retry();

  return {
    offer: rows => {
      const chats = rows.filter(({ encIndex }) => encIndex !== parts.history);
      if (chats.length > 0) intake.offer(chats);
      if (chats.length < rows.length) history.wake();
    },
    journal: journalInTurn({ log, signal }),
    groupNamed: (jid, told) => {
      const subject = cleanText(told);
      names.changed(jid, subject);
      intake.alongside(jid, () => intaking.nameGroup(jid, subject));
    },
    nudge: () => {
      intake.nudge();
      history.nudge();
    },
    retry,
  };
};
