import { readInternational } from '#commands/contact/international-number.ts';
import { CallRefused } from '../errors/refusal.ts';

/** The digits of the number that a call names, with its country. @throws ERR_VALIDATION that says what is missing. */
export const calledNumber = (text: string): string => {
  const reading = readInternational(text);
  if ('number' in reading) return reading.number;
  const message =
    reading.problem === 'no-country'
      ? `there is no country code: write it first, as in ${inBrazil(reading.digits)} for Brazil`
      : 'no number: it has 8 to 15 digits with its country code, as in 5511987654321';
  throw new CallRefused('ERR_VALIDATION', {
    message: `number: ${message}`,
    details: { issues: [{ field: 'number', message }] },
  });
};

/** What was given, where it has an area code. */
const inBrazil = (digits: string): string => {
  const national = digits.replace(/^0/, '');
  return national.length < 10 ? '5511987654321' : `55${national}`;
};
