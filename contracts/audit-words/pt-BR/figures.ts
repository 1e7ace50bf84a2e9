/** What figures are called, and what they are made of. */
export const figureWords = {
  counters: {
    supportPending: 'Aguardando',
    supportHappening: 'Em atendimento',
    supportFinished: 'Finalizados',
    leads: 'Novos contatos',
    avgSupportTime: 'Tempo médio de atendimento',
    avgWaitTime: 'Tempo médio de espera',
  },
  time: {
    calendar: 'Tempo corrido',
    business: 'Tempo útil',
  },
  closing: { human: 'por pessoa', bot: 'pelo sistema', timeout: 'por inatividade', deleted: 'excluído' },
  metrics: {
    waiting: 'Espera na fila',
    firstResponse: 'Primeira resposta',
    customerWaiting: 'Espera do cliente',
    handling: 'Tempo com atendente',
    resolution: 'Resolução',
  },
  counts: {
    opened: 'Iniciados',
    closed: 'Encerrados',
    reopened: 'Reabertos',
    marks: 'Avaliações',
  },
  by: { queue: 'Fila', connection: 'Conexão', tag: 'Tag', user: 'Atendente' },
};
