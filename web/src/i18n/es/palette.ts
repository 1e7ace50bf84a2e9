export const palette = {
  title: 'Ir o hacer',
  placeholder: 'Buscar un contacto, una atención o una acción',
  ticket: 'En esta atención',
  tickets: 'Atenciones',
  contacts: 'Contactos',
  go: 'Ir y hacer',
  acceptNext: 'Aceptar al siguiente',
  goTo: 'Ir a {{screen}}',
  nobodyWaits: 'Nadie está esperando.',
  nothing: 'Nada encontrado.',
};
