/** The page of contacts. */
export const contacts = {
  add: 'Añadir contacto',
  openTicket: 'Abrir ticket',
  empty: 'Todavía no hay contactos. Quien escriba aparece aquí, y usted puede añadir contactos.',
  removeOf: '¿Eliminar el contacto {{name}}?',
  removesNothing: 'Los tickets y los mensajes se quedan.',
  removed: 'Contacto eliminado.',
};
