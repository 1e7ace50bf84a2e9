export const palette = {
  title: 'Go to or do',
  placeholder: 'Find a contact, a ticket or an action',
  ticket: 'In this ticket',
  tickets: 'Tickets',
  contacts: 'Contacts',
  go: 'Go and do',
  acceptNext: 'Accept the next one',
  goTo: 'Go to {{screen}}',
  nobodyWaits: 'Nobody is waiting.',
  nothing: 'Nothing found.',
};
