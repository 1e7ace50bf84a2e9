export const message = {
  menu: 'Opções da mensagem',
  reply: 'Responder',
  replying: 'Respondendo a',
  edit: 'Editar',
  editing: 'Editando a mensagem',
  saveEdit: 'Salvar edição',
  delete: 'Apagar para todos',
  confirmDelete: 'A mensagem some da conversa e do celular do contato.',
  reactWith: 'Reagir com {{emoji}}',
  takeBack: 'Retirar a reação {{emoji}}',
  moreEmojis: 'Mais emojis',
  onItsWay: { edit: 'Edição a caminho', deletion: 'Apagando para todos…' },
  refused: {
    edit: 'A edição não foi feita.',
    deletion: 'A mensagem não foi apagada.',
    reaction: 'A reação não foi enviada.',
  },
  failure: {
    whatsapp: 'O WhatsApp recusou (código {{number}}).',
    noAnswer: 'O WhatsApp não confirmou; tentar de novo não envia duas vezes.',
    notSent: 'A mensagem não chegou a ser enviada.',
  },
};
