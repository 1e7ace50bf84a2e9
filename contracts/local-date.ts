/** In which order a language writes days: English begins with the month, as its times do. */
export const isMonthFirst = (language: string): boolean => language.startsWith('en');

/** A calendar day (YYYY-MM-DD) as screens write it: DD/MM/YYYY, in English MM/DD/YYYY. */
export const localDate = (day: string, language: string): string => {
  const [year, month, date] = [day.slice(0, 4), day.slice(5, 7), day.slice(8, 10)];
  return (isMonthFirst(language) ? [month, date, year] : [date, month, year]).join('/');
};
