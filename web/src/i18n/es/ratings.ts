/** What contacts gave as marks. */
export const ratings = {
  title: 'Valoraciones',
  mark: { 1: '1 - Insatisfecho', 2: '2 - Satisfecho', 3: '3 - Muy satisfecho' },
  ticket: 'Ticket n.º {{number}}',
};
