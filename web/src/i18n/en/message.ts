export const message = {
  menu: 'Message options',
  reply: 'Reply',
  replying: 'Replying to',
  edit: 'Edit',
  editing: 'Editing the message',
  saveEdit: 'Save edit',
  delete: 'Delete for everyone',
  confirmDelete: 'The message disappears from the conversation and from the contact’s phone.',
  reactWith: 'React with {{emoji}}',
  takeBack: 'Take back the reaction {{emoji}}',
  moreEmojis: 'More emojis',
  onItsWay: { edit: 'Edit on its way', deletion: 'Deleting for everyone…' },
  refused: {
    edit: 'Not edited.',
    deletion: 'Not deleted.',
    reaction: 'The reaction was not sent.',
  },
  failure: {
    whatsapp: 'WhatsApp refused it (code {{number}}).',
    noAnswer: 'WhatsApp did not confirm it; trying again never sends it twice.',
    notSent: 'The message was never sent.',
  },
};
