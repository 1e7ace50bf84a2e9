/** How programs write and listen in the company's name. */
export const messagesApi = {
  tabs: {
    label: 'Parts of the messages API',
    documentation: 'Documentation',
    keys: 'Keys',
    webhooks: 'Webhooks',
  },
};
