import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { digits } from '#domain/contact/number.ts';

export type PhoneReading =
  | { readonly number: string }
  | { readonly problem: 'no-number' | 'not-a-number' | 'no-area-code' | 'scientific' };

const scientific = /^\d+([.,]\d+)?e\+?\d+$/i;
/** Eight digits, or nine that begin with a nine: a number within its area. */
const withinArea = /^(9\d{8}|[2-9]\d{7})$/;

/**
 * A number as somebody keeps it in a list, as digits with the country: Brazil's where none is said. `areaCode` stands
 * for the one that is missing, where that is wished. Who answers under a number is for WhatsApp to say.
 */
export const readPhone = (text: string, areaCode: string | null): PhoneReading => {
  const typed = text.trim();
  if (typed === '') return { problem: 'no-number' };
  if (scientific.test(typed)) return { problem: 'scientific' };
  const all = digits(typed);
  const isLocal = !typed.startsWith('+') && withinArea.test(all);
  if (isLocal && areaCode === null) return { problem: 'no-area-code' };
  for (const way of waysToRead(typed, all, isLocal ? areaCode : null)) {
    const phone = parsePhoneNumberFromString(way, 'BR');
    if (phone?.isValid()) return { number: digits(phone.number) };
  }
  return { problem: 'not-a-number' };
};

const oldMobile = /^(?:55)?([1-9]\d)([6-9]\d{7})$/;

/** As it is typed, with the country or without its plus; mobiles from before the ninth digit with it. */
const waysToRead = (typed: string, all: string, areaCode: string | null): readonly string[] => {
  if (areaCode !== null) return waysToRead('', `${areaCode}${all}`, null);
  const [, area, rest] = oldMobile.exec(all) ?? [];
  const withNinth = area && rest ? [`+55${area}9${rest}`] : [];
  const international = all.startsWith('00') ? [`+${all.slice(2)}`] : [];
  return [...international, ...(typed ? [typed] : [all]), `+${all}`, ...withNinth];
};
