import type { proto } from '@whiskeysockets/baileys';
import type { Readers } from './draft.ts';

/** Cards as people's phones write them: one that has no name gets the one that stands beside it. */
const vcardOf = ({ displayName, vcard }: proto.Message.IContactMessage): string => {
  const written = vcard ?? '';
  if (!displayName || named.test(written) || (written !== '' && !begins.test(written))) return written;
  const name = `FN:${displayName.replaceAll(/\s+/g, ' ')}`;
  return written === ''
    ? `BEGIN:VCARD\nVERSION:3.0\n${name}\nEND:VCARD`
    : written.replace(begins, begun => `${begun}${name}\n`);
};

/** By a line that says something. */
const named = /^(?:[\w-]+\.)?FN(?:;[^:\n]*)?:[ \t]*\S/im;
const begins = /^\s*BEGIN:VCARD\r?\n/i;

export const peopleReaders: Readers = {
  contactMessage: value => ({ mediaType: 'vcard', words: vcardOf(value), context: value.contextInfo }),
  contactsArrayMessage: value => ({
    mediaType: 'vcard',
    words: (value.contacts ?? []).map(vcardOf).join('\n') || (value.displayName ?? ''),
    context: value.contextInfo,
  }),
};
