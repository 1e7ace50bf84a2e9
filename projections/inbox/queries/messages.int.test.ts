import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryStore } from '#eventstore/memory.ts';
import { type InboxStory, openInboxStory } from '../../testing/inbox-story.ts';
import { openReadModel, type ReadModel } from '../../testing/read-model.ts';
import { appendStory, company, idOf, otherCompany } from '../../testing/story.ts';
import { listMessages, type MessagePage, messagesAround } from './messages.ts';

const lines = 130;
let model: ReadModel;
let story: InboxStory;

beforeAll(async () => {
  model = await openReadModel();
  const store = openMemoryStore();
  story = openInboxStory();
  story.companyCreated('Ours');
  story.connection();
  story.contact();
  for (const ticket of ['long', 'short']) story.opened(ticket);
  // Three messages share each second, so that only the log tells their order.
  for (let index = 0; index < lines; index += 1)
    story.received(`line ${index}`, 'long', `line ${index}`, {
      sentAt: new Date(Date.UTC(2026, 0, 5, 12, 0, Math.floor(index / 3))).toISOString(),
    });
  story.received('elsewhere', 'short');
  model.run(store);
  await model.shown(await appendStory(store, story.events));
});
afterAll(() => model.close());

const page = (place: Parameters<typeof listMessages>[2]) =>
  model.tenants.read(company, db => listMessages(db, idOf('long'), place));
const around = (message: string, ticket = 'long', asked = company) =>
  model.tenants.read(asked, db => messagesAround(db, idOf(ticket), idOf(message)));
const bodies = (of: MessagePage | undefined) => of?.messages.map(({ body }) => body);
const linesFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index}`);

describe('a page around a message', () => {
  it('has it about its middle', async () => {
    expect(bodies(await around('line 60'))).toEqual(linesFrom(40, 79));
  });

  it('leads to the older and to the newer ones without a gap or a double', async () => {
    const middle = await around('line 60');
    const older = await page({ cursor: middle?.nextCursor ?? '' });
    expect(bodies(older)).toEqual(linesFrom(0, 39));
    expect(older.hasMore).toBe(false);
    const newer = await page({ after: middle?.newerCursor ?? '' });
    expect(bodies(newer)).toEqual(linesFrom(80, 119));
    const newest = await page({ after: newer.newerCursor ?? '' });
    expect(bodies(newest)).toEqual(linesFrom(120, 129));
    expect(newest.newerCursor).toBeNull();
  });

  it('ends where the conversation ends', async () => {
    const oldest = await around('line 2');
    expect(bodies(oldest)).toEqual(linesFrom(0, 21));
    expect(oldest).toMatchObject({ hasMore: false, nextCursor: null });
    const newest = await around('line 129');
    expect(bodies(newest)).toEqual(linesFrom(109, 129));
    expect(newest).toMatchObject({ hasMore: true, newerCursor: null });
  });

  it('is none for a message of another conversation, of none or of another company', async () => {
    expect(await around('elsewhere')).toBeUndefined();
    expect(await around('never written')).toBeUndefined();
    expect(await around('line 60', 'long', otherCompany)).toBeUndefined();
  });
});

describe('a page towards the newer messages', () => {
  it('is empty after the newest one, and still leads back', async () => {
    const newest = await page({});
    expect(newest.newerCursor).toBeNull();
    const last = newest.messages.at(-1);
    const after = Buffer.from(`${last?.createdAt}~${(await placedOf(last?.id ?? '')) ?? 0}`).toString(
      'base64url',
    );
    expect(await page({ after })).toEqual({
      messages: [],
      hasMore: true,
      nextCursor: after,
      newerCursor: null,
    });
  });

  it('comes back to what an older page came from', async () => {
    const newest = await page({});
    const older = await page({ cursor: newest.nextCursor ?? '' });
    expect(bodies(await page({ after: older.newerCursor ?? '' }))).toEqual(bodies(newest));
  });

  it('is the newest page when the cursor is not ours', async () => {
    expect(bodies(await page({ after: 'bm9uZQ' }))).toEqual(bodies(await page({})));
  });
});

const placedOf = async (id: string): Promise<number | undefined> => {
  const rows = await model.pool.query<{ placed: number }>('select placed from inbox.message where id = $1', [
    id,
  ]);
  return rows.rows[0]?.placed;
};
