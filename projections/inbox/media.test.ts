import { describe, expect, it } from 'vitest';
import type { Media } from '#domain/message/events.ts';
import { openMemoryTables } from '../kit/memory.ts';
import { type InboxStory, openInboxStory } from '../testing/inbox-story.ts';
import { messageTable } from './message-table.ts';
import { inbox } from './projection.ts';
import { mediaViewOf } from './queries/media-view.ts';

const media: Media = {
  ...{ hash: 'ab'.repeat(32), mime: 'image/jpeg', size: 10, name: 'foto.jpg', thumbnail: 'cd'.repeat(32) },
  ...{ seconds: null, width: 4, height: 3, voice: false, sticker: false },
};

const row = (write: (story: InboxStory) => void) => {
  const story = openInboxStory();
  story.opened('t');
  story.received('m', 't', '', { mediaType: 'image' });
  write(story);
  const tables = openMemoryTables(inbox);
  tables.apply(story.events);
  return tables.row(messageTable, story.id('m'));
};

describe('the file of a message', () => {
  it('is waited for, then there or failed', () => {
    expect(row(() => undefined)).toMatchObject({ file: 'waiting', media: null });
    expect(row(({ mediaStored }) => mediaStored('m', media))).toMatchObject({ file: 'stored', media });
    const failed = row(({ mediaFailed }) => mediaFailed('m', 'expired'));
    expect(failed).toMatchObject({ file: 'failed', fileFailure: 'expired' });
  });
  it('goes with the message that is deleted, also when it comes afterwards', () => {
    const gone = row(({ mediaStored, about }) => {
      about('m', 'MessageDeleted');
      mediaStored('m', media);
    });
    expect(gone).toMatchObject({ isDeleted: true, file: 'none', media: null });
  });
});

describe('what screens know of a file', () => {
  const stored = { id: 'm', company_id: 'c', file: 'stored' as const, file_failure: null, media };

  it('is where it is, once it is there', () => {
    expect(mediaViewOf(stored)).toMatchObject({
      mediaUrl: `/api/media/c/${media.hash}?m=m`,
      mediaName: 'foto.jpg',
      media: { state: 'stored', thumbnailUrl: `/api/media/c/${media.thumbnail}?m=m`, width: 4 },
    });
  });
  it('is nothing where there is none, and what the message says while it is awaited', () => {
    expect(mediaViewOf({ ...stored, file: 'none' })).toEqual({
      mediaUrl: null,
      mediaPath: null,
      mediaName: null,
      media: null,
    });
    expect(mediaViewOf({ ...stored, file: 'waiting' })).toMatchObject({
      ...{ mediaUrl: null, mediaName: 'foto.jpg' },
      media: { state: 'waiting', mime: null, thumbnailUrl: null, size: 10 },
    });
  });
});
