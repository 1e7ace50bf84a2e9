import { expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import { idOf } from '../testing/ids.ts';
import { noticeEntity, readNotices } from './notice.ts';

const notices = given(noticeEntity);
const upTo = (position: number) => ({
  type: 'NoticesRead' as const,
  data: { userId: idOf(1), upTo: position },
});
const read = (position: number) => (mark: { upTo: number }) =>
  readNotices({ userId: idOf(1), upTo: position }, mark);

it('notices are read up to a position', () => {
  expect(notices().when(read(7)).events).toEqual([upTo(7)]);
  expect(notices(upTo(7)).when(read(9)).after).toEqual({ upTo: 9 });
});

it('what was read stays read', () => {
  expect(notices(upTo(7)).when(read(7)).decision).toEqual([]);
  expect(notices(upTo(7)).when(read(3)).decision).toEqual([]);
});
