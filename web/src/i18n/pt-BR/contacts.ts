/** The page of contacts. */
export const contacts = {
  add: 'Adicionar contato',
  openTicket: 'Abrir ticket',
  empty: 'Nenhum contato ainda. Quem escrever aparece aqui, e você pode adicionar contatos.',
  removeOf: 'Excluir o contato {{name}}?',
  removesNothing: 'Os tickets e as mensagens ficam.',
  removed: 'Contato excluído com sucesso!',
};
