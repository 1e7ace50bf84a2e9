/** What figures are called, and what they are made of. */
export const figureWords = {
  counters: {
    supportPending: 'En espera',
    supportHappening: 'En atención',
    supportFinished: 'Finalizados',
    leads: 'Contactos nuevos',
    avgSupportTime: 'Tiempo medio de atención',
    avgWaitTime: 'Tiempo medio de espera',
  },
  time: {
    calendar: 'Tiempo corrido',
    business: 'Tiempo hábil',
  },
  closing: {
    human: 'por una persona',
    bot: 'por el sistema',
    timeout: 'por inactividad',
    deleted: 'eliminado',
  },
  metrics: {
    waiting: 'Espera en la cola',
    firstResponse: 'Primera respuesta',
    customerWaiting: 'Espera del cliente',
    handling: 'Tiempo con agente',
    resolution: 'Resolución',
  },
  counts: {
    opened: 'Iniciados',
    closed: 'Cerrados',
    reopened: 'Reabiertos',
    marks: 'Calificaciones',
  },
  by: { queue: 'Cola', connection: 'Conexión', tag: 'Etiqueta', user: 'Agente' },
};
