/** The slice of the history as a file. */
export const eventExport = {
  intro:
    'Los eventos de los tickets de un período, en un archivo para herramientas de minería de procesos (Disco, ProM, pm4py, Celonis…).',
  form: 'Qué exportar',
  from: 'Desde',
  to: 'Hasta',
  queue: 'Cola',
  connection: 'Conexión',
  attendant: 'Agente',
  any: 'Todas',
  anybody: 'Todos',
  gone: '(eliminado)',
  format: 'Formato',
  formats: {
    xes: { name: 'XES', hint: 'IEEE 1849: una traza por ticket. Disco, ProM, pm4py.' },
    ocel: {
      name: 'OCEL 2.0 (JSON)',
      hint: 'Eventos ligados a ticket, contacto, cola, agente y conexión. pm4py, OCPM.',
    },
    csv: {
      name: 'CSV',
      hint: 'Una línea por evento, con las columnas de pm4py y punto y coma. Hojas de cálculo, pandas.',
    },
  },
  people: 'Personas',
  pseudonyms: 'Seudónimos',
  pseudonymsHint:
    'Contactos, agentes y tickets tienen códigos que son siempre los mismos en su empresa y no permiten volver a la persona.',
  names: 'Nombres',
  namesHint: 'El archivo tendrá datos personales. La exportación queda en la auditoría.',
  inside: 'Qué hay en el archivo',
  events:
    'Apertura, entrada en cola, aceptación, transferencia, devolución, cierre (por persona, bot o inactividad), reapertura, eliminación, mensajes recibidos y enviados, evaluación.',
  times:
    'Horas en UTC con desplazamiento. El período va de medianoche a medianoche en la zona de la empresa.',
  filter:
    'Con filtro, todos los eventos del período de los tickets que pasaron por la cola, la conexión o el agente en ese período.',
  never: 'Nunca el contenido de mensajes o notas. Los contactos borrados no tienen nombre en ningún caso.',
  groups: 'Las conversaciones de grupos y los historiales importados quedan fuera.',
  download: 'Descargar archivo',
  downloading: 'Preparando…',
  done: 'Archivo descargado.',
  noPeriod: 'Elija un período válido.',
  tooLong: 'Elija un período de hasta {{count}} días.',
};
