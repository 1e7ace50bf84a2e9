import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Queryable } from '#projections/tenant.ts';
import { refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';
import { patience as usualPatience } from '../http/slow-calls.ts';
import { overSignal } from './over.ts';
import type { BulkJob } from './writers.ts';

type Answer = {
  readonly job: BulkJob;
  readonly type: string;
  /** Of a file to keep. */
  readonly fileName?: string;
  /** Done before anything goes out: what cannot be recorded is not given. */
  readonly record?: () => Promise<void>;
};

/** Answers what grows with a company, as it is written. @throws {CallRefused} before anything is sent. */
export const answerInBulk = async (
  { bulkReader, patience }: Pick<Gateway, 'bulkReader' | 'patience'>,
  reply: FastifyReply,
  { job, type, fileName, record }: Answer,
): Promise<FastifyReply> => {
  const over = overSignal(reply);
  if (over.aborted) throw refuse('ERR_UNAVAILABLE');
  const pieces = await bulkReader.open(job, over);
  // Also of a HEAD, whose answer has none of it.
  over.addEventListener('abort', () => pieces.destroy());
  try {
    await record?.();
  } catch (error) {
    pieces.destroy();
    throw error;
  }
  if (fileName) reply.header('content-disposition', `attachment; filename="${fileName}"`);
  endWhenTooSlow(reply, pieces, (patience ?? usualPatience).download);
  return reply.type(type).send(pieces);
};

/** Refuses what is larger than an answer may be, before it is read. @throws ERR_EXPORT_TOO_LARGE. */
export const refuseTooMuch = async (
  { tenants }: Pick<Gateway, 'tenants'>,
  companyId: string,
  most: number,
  count: (db: Queryable, most: number) => Promise<number>,
): Promise<void> => {
  const found = await tenants.read(companyId, db => count(db, most));
  if (found > most) throw refuse('ERR_EXPORT_TOO_LARGE', { most });
};

const leastBytesPerMs = 8;

/** Who takes a file that slowly keeps its place from all others. */
const endWhenTooSlow = ({ raw }: FastifyReply, pieces: Readable, everyMs: number): void => {
  let before = raw.socket?.bytesWritten ?? 0;
  const look = setInterval(() => {
    const written = raw.socket?.bytesWritten ?? 0;
    if (raw.writableNeedDrain && written - before < leastBytesPerMs * everyMs) raw.destroy();
    before = written;
  }, everyMs);
  pieces.once('close', () => clearInterval(look));
};
