/** How programs write and listen in the company's name. */
export const messagesApi = {
  tabs: {
    label: 'Partes de la API de mensajes',
    documentation: 'Documentación',
    keys: 'Claves',
    webhooks: 'Webhooks',
  },
};
