export const palette = {
  title: 'Ir o hacer',
  placeholder: 'Buscar un contacto, un ticket o una acción',
  ticket: 'En este ticket',
  tickets: 'Tickets',
  contacts: 'Contactos',
  go: 'Ir y hacer',
  acceptNext: 'Aceptar al siguiente',
  goTo: 'Ir a {{screen}}',
  nobodyWaits: 'Nadie está esperando.',
  nothing: 'Nada encontrado.',
};
