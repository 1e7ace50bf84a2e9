import { Readable } from 'node:stream';
import { type BulkJob, type BulkSite, type Piece, piecesOf } from './writers.ts';

/** What stands in front of what is read is shorter, in every format. */
const longestHead = 4_000;

/** An answer as it is written; what is refused is refused before it begins. Who destroys it ends the reading. */
export const openAnswer = async (site: BulkSite, job: BulkJob): Promise<Readable> => {
  const pieces = piecesOf(site, job);
  const first: Piece[] = [];
  let length = 0;
  while (length < longestHead) {
    const piece = await pieces.next();
    if (piece.done) break;
    first.push(piece.value);
    length += piece.value.length;
  }
  // One piece ahead of who takes it.
  return Readable.from(startingWith(first, pieces), { objectMode: false, highWaterMark: 1 });
};

async function* startingWith(first: readonly Piece[], pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  try {
    yield* first;
    yield* pieces;
  } finally {
    await pieces.return(undefined);
  }
}
