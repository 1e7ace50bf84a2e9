/** How programs write and listen in the company's name. */
export const messagesApi = {
  tabs: {
    label: 'Partes da API de mensagens',
    documentation: 'Documentação',
    keys: 'Chaves',
    webhooks: 'Webhooks',
  },
};
