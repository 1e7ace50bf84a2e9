import { describe, expect, it } from 'vitest';
import { addFiles, goesAsDocument, mostFiles, nothingChosen } from './choose-files.ts';

const file = (name: string, size: number, type = 'image/png') =>
  new File([new Uint8Array(size)], name, { type, lastModified: 1 });
const rules = { limit: 10, folders: new Set(['fotos']) };

describe('attaching files', () => {
  it('keeps their order and takes the same file once', () => {
    const first = addFiles(nothingChosen, [file('b', 1), file('a', 1)], rules);
    const second = addFiles(first, [file('a', 1), file('c', 1)], rules);
    expect(second.files.map(({ name }) => name)).toEqual(['b', 'a', 'c']);
    expect(second.refused).toEqual([]);
  });

  it('says of each that it refuses why, and keeps the others', () => {
    const { files, refused } = addFiles(
      nothingChosen,
      [file('vazio', 0), file('grande', 11), file('fotos', 4), file('bom', 10)],
      rules,
    );
    expect(files.map(({ name }) => name)).toEqual(['bom']);
    expect(refused.map(({ name, why }) => [name, why])).toEqual([
      ['vazio', 'empty'],
      ['grande', 'tooLarge'],
      ['fotos', 'folder'],
    ]);
  });

  it('refuses more than go at a time', () => {
    const many = Array.from({ length: mostFiles + 1 }, (_, index) => file(`${index}`, 1));
    const { files, refused } = addFiles(nothingChosen, many, rules);
    expect([files.length, refused.map(({ why }) => why)]).toEqual([mostFiles, ['tooMany']]);
  });

  it('knows what phones show only as a document', () => {
    const limit = 10;
    expect(goesAsDocument(file('a.jpg', 9, 'image/jpeg'), limit)).toBe(false);
    expect(goesAsDocument(file('a.gif', 9, 'image/gif'), limit)).toBe(true);
    expect(goesAsDocument(file('a.mp4', 11, 'video/mp4'), limit)).toBe(true);
    expect(goesAsDocument(file('a.pdf', 11, 'application/pdf'), limit)).toBe(false);
  });
});
