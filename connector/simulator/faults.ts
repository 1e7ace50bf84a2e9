/** Misbehaviour on demand. Counters go down by one each time they act; flags act until cleared. */
export type Faults = {
  /** Messages of companions are stored and shown, but never acknowledged. */
  dropAcks: boolean;
  /** Phones send no delivery or read receipts. */
  dropReceipts: boolean;
  /** Every stanza to companions leaves this many milliseconds late. */
  delayMs: number;
  /** The next n messages to companions arrive damaged. */
  corruptNext: number;
  /** The next n messages of companions are answered with "cannot decrypt, send again". */
  cannotDecryptNext: number;
  /** Messages of companions are refused with this code and not shown. */
  ackError: string | null;
  /** Connections stay open, but nothing is read or written. */
  silent: boolean;
};

export const noFaults = (): Faults => ({
  dropAcks: false,
  dropReceipts: false,
  delayMs: 0,
  corruptNext: 0,
  cannotDecryptNext: 0,
  ackError: null,
  silent: false,
});

/** Uses up one unit of a counter; false when there is none left. */
export function takeOne(faults: Faults, counter: 'corruptNext' | 'cannotDecryptNext'): boolean {
  if (faults[counter] <= 0) return false;
  faults[counter] -= 1;
  return true;
}
