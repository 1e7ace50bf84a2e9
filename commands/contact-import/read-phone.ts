import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { digits, numberVariants } from '#domain/contact/number.ts';

export type PhoneReading =
  | { readonly number: string }
  | { readonly problem: 'no-number' | 'not-a-number' | 'no-area-code' | 'scientific' };

/** Signs without width, which address books put around numbers. */
export const unseen = /\p{Cf}/gu;
const scientific = /^\d+([.,]\d+)?e\+?\d+$/i;
/** Eight digits, or nine that begin with a nine: a number within its area. */
const withinArea = /^(9\d{8}|[2-9]\d{7})$/;

/**
 * A number as somebody keeps it in a list, as digits with the country: Brazil's where none is said. `areaCode` stands
 * for the one that is missing, where that is asked for. Plans of numbers help to read it, and refuse nothing that has its
 * country with it: WhatsApp goes on with numbers that no plan has any more.
 */
export const readPhone = (text: string, areaCode: string | null): PhoneReading => {
  const typed = text.replaceAll(unseen, '').trim();
  if (typed === '') return { problem: 'no-number' };
  if (scientific.test(typed)) return { problem: 'scientific' };
  const all = digits(typed);
  const isLocal = !typed.startsWith('+') && withinArea.test(all);
  if (isLocal && areaCode === null) return { problem: 'no-area-code' };
  for (const way of waysToRead(typed, all, isLocal ? areaCode : null)) {
    const phone = parsePhoneNumberFromString(way, 'BR');
    if (!phone?.isValid()) continue;
    const number = digits(phone.number);
    // Where a country comes with it nothing is missing: some plans would put an area in front.
    return { number: isForeign(typed, all) && number.length > all.length ? all : number };
  }
  const number = isLocal ? undefined : ofWhatsApp(typed, all);
  return number === undefined ? { problem: 'not-a-number' } : { number };
};

/** Whether a number may be of a mobile phone, as its country's plan has it. */
export const isMobile = (number: string): boolean =>
  /^(FIXED_LINE_OR_)?MOBILE$/.test(parsePhoneNumberFromString(`+${number}`)?.getType() ?? '');

/** However it goes on, a plus or the two zeros of a call abroad say that the country comes next. */
const abroad = /^\D*(\+|00)/;
const isForeign = (typed: string, all: string): boolean => abroad.test(typed) && !/^(00)?55/.test(all);

/** With its country, in a form that no plan has: as WhatsApp may know it all the same. Undefined for anything else. */
const ofWhatsApp = (typed: string, all: string): string | undefined => {
  const number = all.replace(/^00/, '');
  if (abroad.test(typed))
    return (plausible.find(({ of }) => of.test(number))?.is ?? worldwide).test(number) ? number : undefined;
  return !number.startsWith('55') && numberVariants(number).length > 1 ? number : undefined;
};

/** Where all numbers are of one length: Brazil's area and eight or nine digits, and North America's ten. */
const plausible = [
  { of: /^55/, is: /^55[1-9]\d\d{8,9}$/ },
  { of: /^1/, is: /^1\d{10}$/ },
];
const worldwide = /^[1-9]\d{6,14}$/;

const oldMobile = /^(?:55)?([1-9]\d)([6-9]\d{7})$/;

/** As it is typed, with the country or without its plus; mobiles from before the ninth digit with it. */
const waysToRead = (typed: string, all: string, areaCode: string | null): readonly string[] => {
  if (areaCode !== null) return waysToRead('', `${areaCode}${all}`, null);
  const [, area, rest] = oldMobile.exec(all) ?? [];
  const withNinth = area && rest && !isForeign(typed, all) ? [`+55${area}9${rest}`] : [];
  const international = all.startsWith('00') ? [`+${all.slice(2)}`] : [];
  return [...international, ...(typed ? [typed] : [all]), `+${all}`, ...withNinth];
};
