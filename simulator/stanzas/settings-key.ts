import { createHash } from 'node:crypto';

/** Always the same for a phone: nothing of it needs to be kept. */
export function settingsKeyOf(phone: string): { readonly id: Buffer; readonly data: Buffer } {
  const data = createHash('sha256').update(`settings of ${phone}`).digest();
  return { id: data.subarray(0, 6), data };
}
