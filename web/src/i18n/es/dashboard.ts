import { figureWords } from '#contracts/audit-words/es/figures.ts';

/** The figures of the company, and what each of them counts. */
export const dashboard = {
  filter: {
    title: 'Período',
    kind: 'Tipo de filtro',
    dates: 'Por fecha',
    period: 'Por período',
    choose: 'Elija',
    lastDays_one: 'Último {{count}} día',
    lastDays_many: 'Últimos {{count}} días',
    lastDays_other: 'Últimos {{count}} días',
    from: 'Fecha inicial',
    to: 'Fecha final',
    apply: 'Filtrar',
    clear: 'Borrar: {{name}}',
    open: 'Filtros',
    narrow: 'Mostrar solo de',
    any: {
      queue: 'Todas',
      connection: 'Todas',
      tag: 'Todas',
      user: 'Todos',
    },
    clearAll: 'Limpiar filtros',
    nothing: 'Nada con ese nombre',
  },
  counters: figureWords.counters,
  definitions: {
    supportPending:
      'Tickets que esperaban a alguien al final del período, o ahora: en las colas y en el menú. Los grupos no cuentan.',
    supportHappening: 'Tickets que alguien atendía al final del período, o ahora.',
    supportFinished:
      'Cierres en el período, por personas, por el sistema y por falta de respuesta. Un ticket reabierto y cerrado otra vez cuenta dos veces; un cierre deshecho no cuenta.',
    leads:
      'Contactos cuyo primer mensaje de todos llegó en el período. Cuentan para la primera cola y el primer agente del ticket. Quien ya tenía mensajes en el historial importado del teléfono no es nuevo.',
    avgSupportTime:
      'Desde que se acepta hasta cerrar, transferir o devolver, para cada agente. Cuentan los que terminaron en el período.',
    avgWaitTime:
      'Desde que entra en la cola hasta que alguien acepta o el ticket sale de ella. Cuentan las esperas que terminaron en el período; el tiempo en el menú no cuenta.',
    today: 'Tickets que empezaron hoy en la zona horaria de la empresa, también los reabiertos.',
  },
  whatIs: 'Qué es: {{name}}',
  due: { title: 'Vencimiento', never: 'Sin vencimiento', in: 'Vence {{when}}' },
  today: {
    title: 'Tickets de hoy, por hora',
    titleOf_one: 'Tickets de hoy: {{count}}',
    titleOf_many: 'Tickets de hoy: {{count}}',
    titleOf_other: 'Tickets de hoy: {{count}}',
    none: 'Ningún ticket empezó hoy.',
    hour: 'Hora',
    started: 'Empezaron',
  },
  asTable: 'Ver como tabla',
  asChart: 'Ver como gráfico',
  attendants: {
    title: 'Agentes',
    name: 'Nombre',
    rating: 'Calificación',
    ratingOf_one: '{{rating}} ({{count}} nota)',
    ratingOf_many: '{{rating}} ({{count}} notas)',
    ratingOf_other: '{{rating}} ({{count}} notas)',
    avgSupportTime: 'Tiempo medio',
    finished: 'Finalizados',
    status: 'Estado',
    online: 'En línea',
    offline: 'Desconectado',
    none: 'Nadie con este filtro.',
  },
  version: 'Definiciones: versión {{version}}',
  list: {
    open: 'Ver lo que cuenta: {{name}}',
    total_one: '{{count}} registro',
    total_many: '{{count}} registros',
    total_other: '{{count}} registros',
    more: 'Cargar más',
    unknown: 'Lista desconocida',
    unknownText:
      'La dirección pide una lista que no existe o no vale: {{names}}. Ciérrala y elige un número del panel.',
    deleted: 'Ticket eliminado',
    erased: 'contacto borrado',
    export: 'Exportar CSV',
    mark: 'Nota {{mark}}',
    other: { calendar: 'corrido: {{time}}', business: 'hábil: {{time}}' },
    customerWait: 'espera del cliente: {{time}}',
    closing: figureWords.closing,
  },
  backlog: {
    title: 'Cola al final de cada día',
    definition:
      'Tickets en espera y con agentes al final de cada día, en la zona horaria de la empresa; hoy, ahora. Abajo, en un instante, por cola y por agente. Los grupos no cuentan.',
    day: 'Día',
    instant: 'En un instante',
    end: 'Final del período',
    at: '{{when}}: {{pending}} en espera, {{attending}} con agentes',
    none: 'Nadie esperaba ni era atendido.',
  },
  time: {
    title: 'Cómo medir los tiempos',
    ...figureWords.time,
    definition:
      'El tiempo corrido cuenta todas las horas. El tiempo hábil cuenta solo el horario laboral vigente en cada momento: el de la empresa o el de la cola, según la configuración, con feriados y turnos que pasan de medianoche. Donde nadie definió horario, todas las horas cuentan.',
    note: 'Tiempos contados solo dentro del horario laboral vigente entonces.',
  },
  gone: {
    queue: '{{name}} (eliminada)',
    connection: '{{name}} (eliminada)',
    tag: '{{name}} (eliminada)',
    user: '{{name}} (desactivado)',
  },
  zone: 'Zona horaria: {{zone}}',
  loading: 'Actualizando las cifras',
  report: {
    title: 'Informe del período',
    metrics: figureWords.metrics,
    counts: figureWords.counts,
    definitions: {
      waiting:
        'Desde que entra en la cola hasta que alguien acepta o el ticket sale de ella. Cuenta el día en que termina la espera.',
      firstResponse:
        'Desde el primer mensaje del cliente en el ticket hasta el primer mensaje que escribió aquí una persona. Los robots no cuentan. Si la primera respuesta fue por el teléfono de la empresa, el ticket no tiene primera respuesta. Reabrir empieza de nuevo.',
      customerWaiting:
        'Desde cada mensaje del cliente sin respuesta hasta el próximo mensaje que escribió aquí una persona. Una respuesta por el teléfono de la empresa termina la espera, que entonces no cuenta para nadie.',
      handling:
        'Desde que se acepta hasta cerrar, transferir o devolver, para cada agente que tuvo el ticket.',
      resolution: 'Desde la apertura, o reapertura, hasta el cierre.',
      opened:
        'Tickets abiertos o reabiertos en el período. Cuentan para la primera cola y el primer agente que tuvieron hasta su final.',
      closed: 'Cierres en el período. Un ticket reabierto y cerrado otra vez cuenta dos veces.',
      reopened:
        'Tickets reabiertos, o abiertos por el mismo contacto, hasta 24 horas después de un cierre. Cuentan para quien había cerrado, y para la primera cola que tuvieron.',
      marks: 'Notas de 1 a 3 dadas en el período. Cuentan para quien cerró.',
      heat: 'Tickets abiertos o reabiertos en el período, por día de la semana y hora, en la zona horaria de la empresa.',
    },
    heat: 'Cuándo empiezan los tickets',
    breakdown: 'Comparar por',
    by: figureWords.by,
    none: { queue: 'Sin cola', connection: 'Sin conexión', tag: 'Sin etiqueta', user: 'Nadie' },
    unknown: 'Sin nombre',
    empty: 'Nada en el período.',
    spread_one: 'Mediana de {{count}}; 90% hasta {{p90}}; media {{average}}',
    spread_many: 'Mediana de {{count}}; 90% hasta {{p90}}; media {{average}}',
    spread_other: 'Mediana de {{count}}; 90% hasta {{p90}}; media {{average}}',
    closedBy: {
      human: '{{count}} por personas',
      bot: '{{count}} por el sistema',
      timeout: '{{count}} por inactividad',
    },
    closedTickets_one: '{{count}} ticket',
    closedTickets_many: '{{count}} tickets',
    closedTickets_other: '{{count}} tickets',
    closedContacts_one: '{{count}} contacto',
    closedContacts_many: '{{count}} contactos',
    closedContacts_other: '{{count}} contactos',
    noBefore: 'Sin comparación con el período anterior',
    before: '{{share}} respecto al período anterior',
  },
};
