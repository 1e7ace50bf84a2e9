import type { ByteRange } from '#files/blobs.ts';

/**
 * What a Range header asks of so many bytes: a part, everything when it asks for nothing that can be answered in one
 * part, `impossible` when there are no such bytes.
 */
export const byteRange = (header: string | undefined, size: number): ByteRange | 'all' | 'impossible' => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'all';
  const from = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from > to || from >= size ? 'impossible' : { from, to };
};
