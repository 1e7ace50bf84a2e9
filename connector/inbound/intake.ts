import type { Journal } from './journal.ts';
import type { JournalRow } from './journal-entry.ts';
import type { Lanes } from './lanes.ts';

/** Brings the journal's rows of one account to the inbox: in order within a chat, side by side across chats. */
export type Intake = {
  /** Rows that have just been journalled. */
  readonly offer: (rows: readonly JournalRow[]) => void;
  /** Takes up what is unhandled: an earlier run left it, or it is to be tried again. Live rows may come in meanwhile. */
  readonly replay: () => void;
  /** Reads on where an outage interrupted the reading. */
  readonly nudge: () => void;
  /** Other work of a chat, in its place between the chat's rows. */
  readonly alongside: (chat: string, work: () => Promise<void>) => void;
};

type Dependencies = {
  readonly account: string;
  readonly journal: Journal;
  readonly lanes: Lanes;
  /** Takes in one row. Does not reject: it retries until done, sets the row aside, or was aborted. */
  readonly take: (row: JournalRow) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
  readonly signal: AbortSignal;
};

const most = 400;
const page = 200;

/**
 * What is decrypted goes straight on while the way is free. When too much is waiting (an outage, a flood),
 * rows are left in the journal and read from there later, so that memory stays bounded and nothing overtakes.
 */
export const openIntake = (dependencies: Dependencies): Intake => {
  const { account, journal, lanes, take, onProblem, signal } = dependencies;
  const mine = new Set<number>();
  let behind = true;
  let missed = false;
  let reading = false;

  const add = (row: JournalRow) => {
    mine.add(row.seq);
    lanes.add(`${account} ${row.chat}`, async () => {
      await take(row);
      mine.delete(row.seq);
      if (mine.size === 0 && behind) catchUp();
    });
  };
  const catchUp = () => {
    if (reading || signal.aborted) return;
    reading = true;
    void read()
      .then(() => true, onProblem)
      .then(wentWell => {
        reading = false;
        if (behind && mine.size === 0 && (wentWell || missed)) catchUp();
      });
  };
  const read = async () => {
    while (behind && mine.size === 0 && !signal.aborted) {
      missed = false;
      const rows = await journal.unhandled(account, page);
      for (const row of rows) add(row);
      if (rows.length === 0 && !missed) behind = false;
    }
  };

  return {
    offer: rows => {
      if (!behind && mine.size + rows.length > most) behind = true;
      if (behind) {
        missed = true;
        if (mine.size === 0) catchUp();
        return;
      }
      for (const row of rows) add(row);
    },
    replay: () => {
      behind = true;
      missed = true;
      if (mine.size === 0) catchUp();
    },
    nudge: () => {
      if (behind && mine.size === 0) catchUp();
    },
    alongside: (chat, work) => lanes.add(`${account} ${chat}`, work),
  };
};
