/** What the answer of a question is made of. */
export const answerWords = {
  count: 'Cantidad',
  median: 'Mediana',
  p90: 'Percentil 90',
  average: 'Promedio',
  noKey: '(sin)',
  unknown: '(desconocido)',
  groupings: {
    queue: 'Cola',
    connection: 'Conexión',
    attendant: 'Agente',
    weekday: 'Día de la semana',
    hour: 'Hora',
    month: 'Mes',
  },
};
