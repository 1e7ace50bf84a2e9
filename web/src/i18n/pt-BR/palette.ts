export const palette = {
  title: 'Ir para ou fazer',
  placeholder: 'Buscar contato, atendimento ou ação',
  ticket: 'Neste atendimento',
  tickets: 'Atendimentos',
  contacts: 'Contatos',
  go: 'Ir e fazer',
  acceptNext: 'Aceitar o próximo',
  goTo: 'Ir para {{screen}}',
  nobodyWaits: 'Ninguém está aguardando.',
  nothing: 'Nada encontrado.',
};
