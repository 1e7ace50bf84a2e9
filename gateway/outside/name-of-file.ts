import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path/posix';
import { parse } from 'content-disposition';
import { fileName } from '#domain/shared/text.ts';
import type { Fetched } from '#safe-fetch/safe-fetch.ts';

/** What a fetched file is called: by its server (`filename*` before `filename`), else by its address; '' for neither. */
export const nameOfFetched = ({ headers, url }: Pick<Fetched, 'headers' | 'url'>): string => {
  const { filename = '' } = parse(headers['content-disposition'] ?? '').parameters;
  return fileName(asMeant(filename)) || fileName(decoded(basename(url.pathname)));
};

/** Many servers write UTF-8 into a header, which is read as Latin-1. */
const asMeant = (text: string): string => {
  if (/[^\0-\xff]/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : text;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
