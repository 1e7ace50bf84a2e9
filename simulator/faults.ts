/** Misbehaviour on demand. Counters go down by one each time they act; flags act until cleared. */
export type Faults = {
  /** Messages of companions are stored and shown, but never acknowledged. */
  dropAcks: boolean;
  /** The same for the next n messages of companions. */
  dropNextAcks: number;
  /** Phones send no delivery or read receipts. */
  dropReceipts: boolean;
  /** Every stanza to companions leaves this many milliseconds late. */
  delayMs: number;
  /** The next n messages to companions arrive damaged. */
  corruptNext: number;
  /** The next n messages to companions are sent twice. */
  duplicateNext: number;
  /** The next n messages to companions wait for each other and leave in reverse order. */
  reorderNext: number;
  /** The next n messages of companions are answered with "cannot decrypt, send again". */
  cannotDecryptNext: number;
  /** Narrows `cannotDecryptNext` to the contacts' devices of this number; 0 is the phone. */
  cannotDecryptDevice: number | null;
  /** Companies are not told when a contact links or unlinks a device. */
  tellsNoDevices: boolean;
  /** Messages of companions are refused with this code and not shown. */
  ackError: string | null;
  /** Narrows `ackError` to the next n messages, then clears it; null: until cleared. */
  ackErrorTimes: number | null;
  /** Connections stay open, but nothing is read or written. */
  silent: boolean;
  /** Logins are refused with this reason. */
  refuseLogin: number | null;
  /** The next n uploads or downloads of media fail. */
  failNextMedia: number;
  /** The next n downloads find the file gone, as if it had expired. */
  goneNextMedia: number;
  /** The company's phone has files of old no more: asked for one, it says so. */
  refuseReupload: boolean;
  /** Phones put the history for a new device into files, as they do when there is much of it. */
  historyInFiles: boolean;
  /** Every upload and download of media is answered this many milliseconds late. */
  mediaDelayMs: number;
};

export const noFaults = (): Faults => ({
  dropAcks: false,
  dropNextAcks: 0,
  dropReceipts: false,
  delayMs: 0,
  corruptNext: 0,
  duplicateNext: 0,
  reorderNext: 0,
  cannotDecryptNext: 0,
  cannotDecryptDevice: null,
  tellsNoDevices: false,
  ackError: null,
  ackErrorTimes: null,
  silent: false,
  refuseLogin: null,
  failNextMedia: 0,
  goneNextMedia: 0,
  refuseReupload: false,
  historyInFiles: false,
  mediaDelayMs: 0,
});

type Counter =
  | 'corruptNext'
  | 'duplicateNext'
  | 'cannotDecryptNext'
  | 'dropNextAcks'
  | 'failNextMedia'
  | 'goneNextMedia';

/** Uses up one unit of a counter; false when there is none left. */
export function takeOne(faults: Faults, counter: Counter): boolean {
  if (faults[counter] <= 0) return false;
  faults[counter] -= 1;
  return true;
}

/** The code to refuse the next message with, if it is to be refused. */
export function takeAckError(faults: Faults): string | undefined {
  const { ackError, ackErrorTimes } = faults;
  if (ackError === null) return undefined;
  if (ackErrorTimes !== null) {
    faults.ackErrorTimes = ackErrorTimes - 1;
    if (ackErrorTimes <= 1) Object.assign(faults, { ackError: null, ackErrorTimes: null });
  }
  return ackError;
}

export function dropsAck(faults: Faults): boolean {
  return faults.dropAcks || takeOne(faults, 'dropNextAcks');
}

export function failsToDecrypt(faults: Faults, device: number): boolean {
  const { cannotDecryptDevice } = faults;
  if (cannotDecryptDevice !== null && cannotDecryptDevice !== device) return false;
  return takeOne(faults, 'cannotDecryptNext');
}
