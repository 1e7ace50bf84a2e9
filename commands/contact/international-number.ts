import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { canonicalNumber } from '#domain/contact/number.ts';

export type InternationalReading =
  | { readonly number: string }
  /** `digits`: what there is, without what people put between digits. */
  | { readonly problem: 'not-a-number' | 'no-country'; readonly digits: string };

/** What stands between digits, and what comes along from a page unseen. */
const between = /[\s\p{Cf}()[\].,/\-\u2010-\u2015]/gu;
const withinBrazil = /^(9\d{8}|[2-9]\d{7})$/;

/**
 * The digits of a number that comes with its country, however it is written: `+55 (11) 98765-4321`, `0055…`. A number of
 * Brazil without its country is known as such, unless it is a valid number of another country.
 */
export const readInternational = (text: string): InternationalReading => {
  const [, plus = '', typed = ''] =
    /^(\+?)(\d*)$/.exec(text.replace('(0)', '').replaceAll(between, '')) ?? [];
  const isInternational = plus !== '' || typed.startsWith('00');
  const digits = plus ? typed : typed.replace(/^00/, '');
  if (isLocal(digits, isInternational)) return { problem: 'no-country', digits };
  return /^[1-9]\d{7,14}$/.test(digits) ? { number: digits } : { problem: 'not-a-number', digits };
};

const isLocal = (digits: string, isInternational: boolean): boolean => {
  // WhatsApp goes on with the number that an account was opened with, before its country changed its numbers.
  const known = [digits, canonicalNumber(digits)];
  if (isInternational || known.some(each => parsePhoneNumberFromString(`+${each}`)?.isValid())) return false;
  return withinBrazil.test(digits) || parsePhoneNumberFromString(digits, 'BR')?.isValid() === true;
};
