export const palette = {
  title: 'Ir para ou fazer',
  placeholder: 'Buscar contato, ticket ou ação',
  ticket: 'Neste ticket',
  tickets: 'Tickets',
  contacts: 'Contatos',
  go: 'Ir e fazer',
  acceptNext: 'Aceitar o próximo',
  goTo: 'Ir para {{screen}}',
  nobodyWaits: 'Ninguém está aguardando.',
  nothing: 'Nada encontrado.',
};
