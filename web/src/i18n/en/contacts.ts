/** The page of contacts. */
export const contacts = {
  add: 'Add contact',
  openTicket: 'Open ticket',
  empty: 'No contacts yet. Whoever writes appears here, and you can add contacts.',
  removeOf: 'Delete the contact {{name}}?',
  removesNothing: 'Tickets and messages stay.',
  removed: 'Contact deleted.',
};
