/** The file is not the log that was written. Its message says where. */
export class DamagedLog extends Error {
  override readonly name = 'DamagedLog';
}

/** Of SQLite: other tables than ours, a page that cannot be, no database; and a file that ends too early. */
const damaged = [1, 11, 26];
const shortRead = 522;

const isOfDamage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === 'ERR_OUT_OF_RANGE') return true;
  if (!('errcode' in error) || typeof error.errcode !== 'number') return false;
  return damaged.includes(error.errcode & 255) || error.errcode === shortRead;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const asDamage = (error: unknown): DamagedLog =>
  error instanceof DamagedLog ? error : new DamagedLog(messageOf(error), { cause: error });

/** Runs what reads the file. `found` is told of damage, and what is thrown then is a DamagedLog. */
export const guarded = <Result>(found: (damage: DamagedLog) => void, work: () => Result): Result => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DamagedLog) && !isOfDamage(error)) throw error;
    const damage = asDamage(error);
    found(damage);
    throw damage;
  }
};
