/** The page of tags. */
export const tags = {
  name: 'Name',
  color: 'Colour',
  tickets: 'Tickets',
  showTickets_one: '{{count}} ticket with the tag {{name}}',
  showTickets_other: '{{count}} tickets with the tag {{name}}',
  ticketsOf_one: '{{count}} ticket',
  ticketsOf_other: '{{count}} tickets',
  add: 'Add tag',
  editOf: 'Edit the tag “{{name}}”',
  removeOf: 'Delete the tag “{{name}}”?',
  removesFrom_one: 'It leaves {{count}} ticket.',
  removesFrom_other: 'It leaves {{count}} tickets.',
  empty: 'No tags yet. Tags mark tickets by subject and filter the search.',
  tooShort: 'Too short',
  saved: 'Tag saved.',
  removed: 'Tag deleted.',
};
