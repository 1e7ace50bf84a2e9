/** What contacts gave as marks. */
export const ratings = {
  title: 'Avaliações',
  mark: { 1: '1 - Insatisfeito', 2: '2 - Satisfeito', 3: '3 - Muito satisfeito' },
  ticket: 'Ticket #{{number}}',
};
