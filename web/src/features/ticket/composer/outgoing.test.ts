import { describe, expect, it } from 'vitest';
import { type Outgoing, outgoing } from './outgoing.ts';

const detail = { voice: false, seconds: null, width: null, height: null };
const photo = { file: new File(['a'], 'a.jpg', { type: 'image/jpeg' }), detail };
const paper = { file: new File(['b'], 'b.pdf', { type: 'application/pdf' }), detail };
const song = { file: new File(['c'], 'c.mp3', { type: 'audio/mpeg' }), detail };
const ids = ['0198a000-0000-7000-8000-00000000000a', '0198a000-0000-7000-8000-00000000000b'];

const items = (wanted: Partial<Outgoing>) => {
  let next = 0;
  return outgoing({
    ...{ ticketId: 't', companyId: 'c', at: new Date('2026-11-21T10:00:00Z'), words: '' },
    ...{ files: [], quoted: undefined },
    newId: () => ids[next++ % ids.length] ?? '',
    ...wanted,
  }).map(({ item }) => item);
};

describe('what goes out', () => {
  it('is one message for each file, each a command of its own', () => {
    const [first, second] = items({ files: [photo, paper] });
    expect([first?.file?.name, second?.file?.name]).toEqual(['a.jpg', 'b.pdf']);
    expect(new Set([first?.messageId, second?.messageId]).size).toBe(2);
  });

  it('has the words with the first file that can have some', () => {
    expect(items({ files: [song, photo, paper], words: 'Olhe' }).map(({ body }) => body)).toEqual([
      '',
      'Olhe',
      '',
    ]);
  });

  it('has the words after files that cannot have any', () => {
    const [sound, text] = items({ files: [song], words: 'Ouça' });
    expect([sound?.body, text?.body, text?.file]).toEqual(['', 'Ouça', undefined]);
  });

  it('lets images wait for two seconds, and nothing else', () => {
    const [image, document] = items({ files: [photo, paper] });
    expect(image?.notBefore).toBe('2026-11-21T10:00:02.000Z');
    expect(document?.notBefore).toBeUndefined();
  });

  it('is a text alone when there is no file', () => {
    expect(items({ words: 'Oi' })).toMatchObject([{ body: 'Oi', commandId: ids[0] }]);
  });
});
