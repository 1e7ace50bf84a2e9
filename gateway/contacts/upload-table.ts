import type { FastifyReply, FastifyRequest } from 'fastify';
import { guessMapping, headingAt } from '#commands/contact-import/guess-mapping.ts';
import type { Draft } from '#commands/contact-import/import-rows.ts';
import { readTable } from '#spreadsheets/read-table.ts';
import { letters, UnreadableTable } from '#spreadsheets/table.ts';
import { callerOf } from '../auth/guard.ts';
import { overSignal } from '../bulk/over.ts';
import { createPlaces } from '../bulk/places.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';
import { receiveForm } from '../media/received-files.ts';

const largestFile = 20_000_000;
const sampled = 5;
/** One file may be read for ten seconds: one company's files leave a place to the others. */
const places = createPlaces({
  ...{ atOnce: 2, each: 1, maxWaiting: 100, patienceMs: 60_000 },
  refusal: 'ERR_TOO_MANY_REQUESTS',
});

/** A guess looks at more rows than people are shown. */
const looked = 50;

export type UploadedTable = Pick<Draft, 'fileName' | 'headings' | 'lines' | 'broken'> & {
  readonly sample: readonly (readonly string[])[];
  readonly guess: ReturnType<typeof guessMapping>;
};

/** Reads the one file of a form as a table, in turns of the companies; the file itself is gone afterwards. */
export const uploadedTable = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { media, mediaLimits }: Pick<Gateway, 'media' | 'mediaLimits'>,
): Promise<UploadedTable> => {
  if (!request.isMultipart()) throw new CallRefused('ERR_VALIDATION', { message: 'body: a form is wanted' });
  const form = await receiveForm(request, media, { ...mediaLimits, documentLimit: largestFile });
  try {
    const [file, ...others] = form.files;
    if (!file || others.length > 0)
      throw new CallRefused('ERR_VALIDATION', { message: 'body: one file is wanted' });
    const { companyId } = callerOf(request).user;
    const release = await places.take({ owner: companyId, company: companyId }, overSignal(reply));
    try {
      return asUpload(file.name, await readTable(file.draft.path));
    } finally {
      release();
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    const { fault, kind } = error;
    const isLarge = fault === 'too-large' || fault === 'too-many-rows' || fault === 'too-many-columns';
    throw refuse(isLarge ? 'ERR_TABLE_TOO_LARGE' : 'ERR_NO_TABLE', { fault, ...(kind ? { kind } : {}) });
  } finally {
    await Promise.all(form.files.map(({ draft }) => draft.discard()));
  }
};

const asUpload = (
  fileName: string,
  { rows, broken }: Awaited<ReturnType<typeof readTable>>,
): UploadedTable => {
  const at = headingAt(rows.map(({ cells }) => cells));
  const heading = rows[at]?.cells ?? [];
  const lines = rows.slice(at + 1);
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), heading.length);
  const headings = Array.from({ length: width }, (_, column) => heading[column] || letters(column));
  if (lines.length === 0) throw new UnreadableTable('empty');
  const texts = lines.slice(0, looked).map(({ cells }) => cells);
  const sample = texts.slice(0, sampled);
  return { fileName, headings, lines, broken, sample, guess: guessMapping(headings, texts) };
};
