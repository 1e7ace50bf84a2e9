export const notices = {
  title: 'Avisos',
  open: 'Avisos',
  openUnread_one: 'Avisos: {{count}} novo',
  openUnread_many: 'Avisos: {{count}} novos',
  openUnread_other: 'Avisos: {{count}} novos',
  none: 'Nenhum aviso. O que a administração precisa saber aparece aqui.',
  more: 'Ver anteriores',
  new: 'Novo:',
  unnamed: 'sem nome',
  counts: '{{new}} novos, {{updated}} atualizados, {{invalid}} com problema',
  kinds: {
    'connection-lost': 'A conexão {{name}} foi desconectada',
    'import-finished': 'Importação de contatos concluída',
    'webhook-failing': 'O webhook {{name}} está falhando',
    'webhook-disabled': 'O webhook {{name}} foi desativado',
    'history-broken': 'O histórico da empresa não passou na verificação',
  },
  webhook: {
    warned: 'Nenhuma entrega deu certo há um dia. Sem mudança, será desativado após três dias.',
    gone: 'O endereço respondeu que não existe mais (410).',
    failing: 'Nenhuma entrega deu certo em três dias.',
  },
};
