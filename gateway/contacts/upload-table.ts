import type { FastifyReply, FastifyRequest } from 'fastify';
import { guessMapping, isHeading } from '#commands/contact-import/guess-mapping.ts';
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
    const isLarge = error.fault === 'too-large' || error.fault === 'too-many-rows';
    throw refuse(isLarge ? 'ERR_TABLE_TOO_LARGE' : 'ERR_NO_TABLE', { fault: error.fault });
  } finally {
    await Promise.all(form.files.map(({ draft }) => draft.discard()));
  }
};

const asUpload = (
  fileName: string,
  { rows, broken }: Awaited<ReturnType<typeof readTable>>,
): UploadedTable => {
  const [first] = rows;
  const width = Math.max(...rows.slice(0, looked).map(({ cells }) => cells.length));
  const hasHeading = first !== undefined && isHeading(first.cells);
  const headings = Array.from(
    { length: width },
    (_, column) => (hasHeading && first.cells[column]) || letters(column),
  );
  const lines = hasHeading ? rows.slice(1) : rows;
  if (lines.length === 0) throw new UnreadableTable('empty');
  const texts = lines.slice(0, looked).map(({ cells }) => cells);
  const sample = texts.slice(0, sampled);
  return { fileName, headings, lines, broken, sample, guess: guessMapping(headings, texts) };
};
