import { expect, it } from 'vitest';
import { GroupOpenings } from './group-openings.ts';

it('knows what one member opened, for others with the same record and the same ciphertext only', () => {
  const openings = new GroupOpenings();
  const opened = { message: { conversation: 'Olá' }, record: 'after' };
  openings.note('before', Buffer.from('sealed'), opened);
  expect(openings.find('before', Buffer.from('sealed'))).toBe(opened);
  expect(openings.find('after', Buffer.from('sealed'))).toBeUndefined();
  expect(openings.find('before', Buffer.from('other'))).toBeUndefined();
});
