/** What contacts gave as marks. */
export const ratings = {
  title: 'Ratings',
  mark: { 1: '1 - Dissatisfied', 2: '2 - Satisfied', 3: '3 - Very satisfied' },
  ticket: 'Ticket #{{number}}',
};
