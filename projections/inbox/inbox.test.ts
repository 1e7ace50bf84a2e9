import { describe, expect, it } from 'vitest';
import { openMemoryTables } from '../kit/memory.ts';
import { type InboxStory, openInboxStory } from '../testing/inbox-story.ts';
import { idOf, otherCompany } from '../testing/story.ts';
import { messageTable } from './message-table.ts';
import { inbox } from './projection.ts';
import { contactTable } from './record-tables.ts';
import { tallyTable, ticketTable } from './ticket-tables.ts';

const told = (write: (story: InboxStory) => void) => {
  const story = openInboxStory();
  write(story);
  const tables = openMemoryTables(inbox);
  tables.apply(story.events);
  return {
    tables,
    story,
    ticket: (word: string) => tables.row(ticketTable, story.id(word)),
    message: (word: string) => tables.row(messageTable, story.id(word)),
    tally: () =>
      tables.rows(tableOfTally).map(({ status, tickets, unread }) => ({ status, tickets, unread })),
  };
};
const tableOfTally = tallyTable;

describe('a ticket', () => {
  it('is numbered per company in the order of the log', () => {
    const ours = openInboxStory();
    ours.opened('a');
    const theirs = openInboxStory(otherCompany, 'their ', ours);
    theirs.opened('x');
    ours.opened('b');
    const tables = openMemoryTables(inbox);
    tables.apply(ours.events);
    const number = (id: string) => tables.row(ticketTable, id)?.number;
    expect([number(idOf('a')), number(idOf('b')), number(idOf('their x'))]).toEqual([1, 2, 1]);
  });

  it('moves up in the lists by what is written in it, and by nothing else', () => {
    const { ticket } = told(({ opened, received, accepted, closed, queued }) => {
      opened('quiet');
      opened('t');
      received('hello', 't');
      accepted('t', 'ana');
      closed('t');
      opened('answered');
      queued('answer', 'answered');
    });
    const [quiet, closed, answered] = [ticket('quiet'), ticket('t'), ticket('answered')];
    expect(quiet?.activeAt).toBe(quiet?.createdAt);
    expect(closed?.activeAt).toBe(ticket('t')?.lastMessageAt);
    expect(String(closed?.activeAt) < String(closed?.updatedAt)).toBe(true);
    expect(String(answered?.activeAt) > String(answered?.createdAt)).toBe(true);
  });

  it('takes history in read and closed, and stands in the lists by when it was written', () => {
    const { ticket, message, tally } = told(({ opened, received }) => {
      const history = true;
      opened('t', { isHistory: true });
      received('newest', 't', 'tchau', { history, sentAt: '2025-05-05T10:00:00.000Z' });
      received('photo', 't', '', { history, mediaType: 'image', sentAt: '2024-05-05T10:00:00.000Z' });
    });
    expect(ticket('t')).toMatchObject({
      ...{ status: 'closed', unread: 0, lastMessage: 'tchau' },
      updatedAt: '2025-05-05T10:00:00.000Z',
      activeAt: '2025-05-05T10:00:00.000Z',
    });
    expect(message('photo')).toMatchObject({ file: 'failed', fileFailure: 'not-downloaded' });
    expect(tally()).toEqual([{ status: 'closed', tickets: 1, unread: 0 }]);
  });

  it('counts as unread what stood in history and then came in live', () => {
    const { ticket } = told(({ opened, received, moved }) => {
      opened('past', { isHistory: true });
      received('hello', 'past', 'hello', { history: true });
      opened('now');
      moved('hello', 'now');
    });
    expect(ticket('now')).toMatchObject({ unread: 1, lastMessage: 'hello' });
    expect(ticket('past')).toMatchObject({ unread: 0, lastMessage: '' });
  });

  it('counts what is received and not what the company wrote, and reading alone clears it', () => {
    const { ticket } = told(({ opened, received, queued, accepted }) => {
      opened('t');
      received('hello', 't');
      received('still there?', 't');
      received('from the phone', 't', 'yes', { fromMe: true });
      queued('answer', 't');
      accepted('t', 'ana');
    });
    expect(ticket('t')).toMatchObject({
      status: 'open',
      unread: 2,
      lastMessage: 'answer',
      lastMessageFromMe: true,
    });
    const read = told(({ opened, received, read }) => {
      opened('t');
      received('hello', 't');
      read('t');
    });
    expect(read.ticket('t')).toMatchObject({ unread: 0, readPosition: 3 * 128 });
  });

  it("keeps the newest by WhatsApp's time as its last message", () => {
    const { ticket } = told(({ opened, received }) => {
      opened('t');
      received('new', 't', 'new', { sentAt: '2026-01-05T12:00:10Z' });
      received('late', 't', 'late', { sentAt: '2026-01-05T12:00:09.500Z' });
    });
    expect(ticket('t')).toMatchObject({
      lastMessage: 'new',
      lastMessageAt: '2026-01-05T12:00:10.000Z',
      unread: 2,
    });
  });

  it('takes what was written within one second in the order of the log', () => {
    const { ticket, message } = told(({ opened, received, queued }) => {
      opened('t');
      queued('question', 't', 'question', { sentAt: '2026-01-05T12:00:10.900Z' });
      received('answer', 't', 'answer', { sentAt: '2026-01-05T12:00:10.000Z' });
    });
    expect(ticket('t')?.lastMessage).toBe('answer');
    expect(message('question')?.sentAt).toBe(message('answer')?.sentAt);
  });

  it('follows what happens to its last message', () => {
    const edited = told(({ opened, received, edited }) => {
      opened('t');
      received('m', 't');
      edited('m', 'better');
    });
    expect(edited.ticket('t')?.lastMessage).toBe('better');
    const deleted = told(({ opened, received, about }) => {
      opened('t');
      received('first', 't');
      received('m', 't');
      about('first', 'MessageDeleted');
    });
    expect(deleted.ticket('t')?.lastMessage).toBe('m');
    expect(deleted.message('first')).toMatchObject({ isDeleted: true, body: '' });
  });

  it('gives a moved message, with its unread, to the ticket it was moved to', () => {
    const { ticket, message, story } = told(({ opened, received, closed, moved }) => {
      opened('old');
      received('m', 'old', 'again me');
      closed('old');
      opened('new');
      moved('m', 'new');
    });
    expect(ticket('old')).toMatchObject({ unread: 0, lastMessage: '', status: 'closed' });
    expect(ticket('new')).toMatchObject({ unread: 1, lastMessage: 'again me' });
    expect(message('m')?.ticketId).toBe(story.id('new'));
  });

  it('is what it was before it was closed when what came in afterwards has moved on', () => {
    const story = (late: (words: InboxStory) => void) =>
      told(words => {
        words.opened('old');
        words.received('hello', 'old', 'hello');
        words.read('old');
        words.closed('old');
        late(words);
      });
    const shown = (row: ReturnType<ReturnType<typeof told>['ticket']>) => {
      const { position, revision, ...rest } = row ?? {};
      return rest;
    };
    const before = shown(story(() => undefined).ticket('old'));
    expect(before).toMatchObject({ lastMessage: 'hello', unread: 0 });
    const twice = (order: readonly string[]) =>
      story(({ received, opened, moved }) => {
        received('m', 'old', 'again me');
        received('n', 'old', 'are you there?');
        opened('new');
        for (const message of order) moved(message, 'new');
      });
    for (const order of [
      ['m', 'n'],
      ['n', 'm'],
    ]) {
      const { ticket } = twice(order);
      expect(shown(ticket('old'))).toEqual(before);
      expect(ticket('new')).toMatchObject({ unread: 2, lastMessage: 'are you there?' });
    }
  });

  it('keeps what came in after it was closed once it is reopened', () => {
    const { ticket } = told(({ opened, received, closed, reopened, moved }) => {
      opened('old');
      received('hello', 'old', 'hello');
      closed('old');
      received('m', 'old', 'again me');
      reopened('old');
      received('n', 'old', 'are you there?');
      opened('new');
      moved('n', 'new');
    });
    expect(ticket('old')).toMatchObject({ unread: 2, lastMessage: '' });
  });

  it('is gone when deleted, and stays gone when a message comes late', () => {
    const { ticket, tally } = told(({ opened, deleted, received }) => {
      opened('t');
      deleted('t');
      received('m', 't');
    });
    expect(ticket('t')).toBeUndefined();
    expect(tally()).toEqual([]);
  });

  it('is counted in the one place where it stands', () => {
    const { tally } = told(({ opened, received, accepted, read, closed }) => {
      opened('a', { queue: 'sales' });
      opened('b', { queue: 'sales' });
      received('m', 'a');
      received('n', 'a');
      accepted('b', 'ana', 'sales');
      received('o', 'b');
      read('b');
      opened('c');
      closed('c');
    });
    expect(tally().toSorted((one, other) => one.status.localeCompare(other.status))).toEqual([
      { status: 'closed', tickets: 1, unread: 0 },
      { status: 'open', tickets: 1, unread: 0 },
      { status: 'pending', tickets: 1, unread: 1 },
    ]);
  });
});

describe('a message', () => {
  it('never goes back in how far it has come', () => {
    const { message } = told(({ opened, queued, sent, about, failed }) => {
      opened('t');
      queued('m', 't');
      sent('m');
      about('m', 'MessageRead');
      about('m', 'MessageDelivered');
      failed('m');
    });
    expect(message('m')).toMatchObject({ state: 'read', failure: null });
  });

  it('is sent after a failed try, and the failure is forgotten', () => {
    const { message } = told(({ opened, queued, failed, sent }) => {
      opened('t');
      queued('m', 't');
      failed('m', 'offline');
      sent('m');
    });
    expect(message('m')).toMatchObject({ state: 'sent', failure: null });
  });

  it('has failed when WhatsApp reports an error of what it had taken, until a receipt proves that it arrived', () => {
    const taken = ({ opened, queued, sent, failed }: InboxStory) => {
      opened('t');
      queued('m', 't');
      sent('m');
      failed('m', 'WhatsApp 463');
    };
    expect(told(taken).message('m')).toMatchObject({ state: 'failed', failure: 'WhatsApp 463' });
    const { message } = told(story => {
      taken(story);
      story.about('m', 'MessageDelivered');
    });
    expect(message('m')).toMatchObject({ state: 'delivered', failure: null });
  });

  it('holds one reaction each person, and none when it is taken back', () => {
    const { message } = told(({ opened, received, reacted }) => {
      opened('t');
      received('m', 't');
      reacted('m', '👍', 'one@s');
      reacted('m', '❤️', 'one@s');
      reacted('m', '😂', 'two@s');
      reacted('m', '', 'two@s');
    });
    expect(message('m')?.reactions).toEqual([{ emoji: '❤️', fromMe: false, by: 'one@s' }]);
  });

  it('shows no words that an older version took for a reaction', () => {
    const { message } = told(({ opened, received, reacted }) => {
      opened('t');
      received('m', 't');
      reacted('m', '👍', 'one@s');
      reacted('m', 'Maria, 11 98888-7777', 'one@s');
    });
    expect(message('m')?.reactions).toEqual([]);
  });
});

describe('rows', () => {
  it('carry the tenant and the position of the event that changed them last', () => {
    const { tables, story } = told(({ contact, opened, received }) => {
      contact();
      opened('t');
      received('m', 't');
    });
    expect(tables.row(ticketTable, story.id('t'))).toMatchObject({
      companyId: idOf('company'),
      position: 3 * 128,
    });
    expect(tables.row(contactTable, story.id('contact'))?.position).toBe(128);
  });

  it('of one company are not touched by events of another', () => {
    const ours = openInboxStory();
    ours.opened('t');
    const theirs = openInboxStory(otherCompany, '', ours);
    theirs.received('m', 't');
    const tables = openMemoryTables(inbox);
    tables.apply(ours.events);
    expect(tables.row(ticketTable, idOf('t'))).toMatchObject({ unread: 0, lastMessage: '' });
  });
});
