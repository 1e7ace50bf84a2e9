import { readCards } from '#domain/shared/vcard.ts';
import { type ReadTable, tableLimits, UnreadableTable } from './table.ts';

/** Whether a text is of contact cards, as phones give out their address books. */
export const isOfCards = (text: string): boolean => /^\ufeff?\s*BEGIN:VCARD\s/i.test(text);

/** In one cell, as Google exports several numbers; what is read is the first. */
const parted = ' ::: ';

/** The cards as rows, each in its line of the file: mobile numbers before others. */
export const readCardsAsTable = (text: string): ReadTable => {
  const cards = readCards(text);
  if (cards.length > tableLimits.rows) throw new UnreadableTable('too-many-rows');
  const rows = cards.map(({ name, company, numbers, emails, line }) => {
    const [mobile, others] = [numbers.filter(each => each.isMobile), numbers.filter(each => !each.isMobile)];
    const shown = [...mobile, ...others].map(each => each.shown).join(parted);
    return { line, cells: [name, shown, emails[0] ?? '', company] };
  });
  return { rows: [{ line: 0, cells: ['FN', 'TEL', 'EMAIL', 'ORG'] }, ...rows], broken: [] };
};
