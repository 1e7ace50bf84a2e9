/** Where the companies are: a day in a filter, and today in a calendar, are days there, wherever the browser is. */
export const timeZone = 'America/Sao_Paulo';

const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day (YYYY-MM-DD) on which a moment falls where the companies are. */
export const dayOf = (moment: Date): string => calendar.format(moment);
