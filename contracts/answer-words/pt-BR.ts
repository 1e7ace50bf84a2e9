/** What the answer of a question is made of. */
export const answerWords = {
  count: 'Quantidade',
  median: 'Mediana',
  p90: 'Percentil 90',
  average: 'Média',
  noKey: '(sem)',
  unknown: '(desconhecido)',
  groupings: {
    queue: 'Fila',
    connection: 'Conexão',
    attendant: 'Atendente',
    weekday: 'Dia da semana',
    hour: 'Hora',
    month: 'Mês',
  },
};
