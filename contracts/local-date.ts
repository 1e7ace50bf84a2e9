/** By whose habits days and times are written in a language: the day goes first in all of them. Specification, core, section 1. */
export const dateLanguage = (language: string): string => (language.startsWith('en') ? 'en-GB' : language);

/** A calendar day (YYYY-MM-DD) as screens write it in every language: DD/MM/YYYY. */
export const localDate = (day: string): string =>
  [day.slice(8, 10), day.slice(5, 7), day.slice(0, 4)].join('/');
