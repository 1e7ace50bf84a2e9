import { existsSync } from 'node:fs';
import { asDamage, guarded } from './damage.ts';
import { holdsLog, openExclusively, prepareFile } from './file.ts';

/** A log's file that this process alone has, made as this version needs it, and not yet changed. */
export type HeldFile = {
  /** The streams of its first events, in the log's order. */
  readonly firstStreams: (most: number) => readonly string[];
  /** What the first event of a stream says, as JSON; undefined when there is none. */
  readonly firstOf: (stream: string) => unknown;
  /** Puts on the disk what an older file lacks. Until then the version that wrote it can start on it. */
  readonly commit: () => void;
  /** Lets go of the file, as it was unless it was committed. */
  readonly close: () => void;
};

/**
 * Opens the file of an embedded node that does not run, and makes in one transaction what it lacks of the present format.
 * Undefined where there is no log yet. Throws FileInUse, and DamagedLog for what is no log or cannot be read whole.
 */
export const holdFile = (file: string): HeldFile | undefined => {
  if (!existsSync(file)) return undefined;
  const guard = <Result>(work: () => Result): Result => guarded(() => undefined, work);
  const database = openExclusively(file);
  try {
    if (!guard(() => holdsLog(database))) {
      database.close();
      return undefined;
    }
    guard(() => {
      database.exec('BEGIN IMMEDIATE');
      prepareFile(database);
    });
  } catch (error) {
    database.close();
    throw error;
  }
  const joined = 'FROM events e JOIN streams s ON s.id = e.stream_id';
  return {
    firstStreams: most =>
      guard(() =>
        database
          .prepare(`SELECT s.name ${joined} ORDER BY e.position LIMIT ?`)
          .all(most)
          .map(row => String(row.name)),
      ),
    firstOf: stream =>
      guard(() => {
        const row = database
          .prepare(
            `SELECT CAST(e.data AS TEXT) AS data ${joined} WHERE s.name = ? ORDER BY e.revision LIMIT 1`,
          )
          .get(stream);
        return row && parsed(String(row.data));
      }),
    commit: () => database.exec('COMMIT'),
    close: () => database.close(),
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw asDamage(error);
  }
};
