import type { Activity, EventExportQuery } from '#contracts/event-exports.ts';

export type Language = EventExportQuery['language'];

type Words = {
  readonly activities: Readonly<Record<Activity, string>>;
  readonly erased: string;
};

/** What stands in a file for people to read; columns, keys and kinds of objects are the formats' own, in English. */
export const words: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    activities: {
      opened: 'Aberto',
      enteredQueue: 'Entrou na fila',
      accepted: 'Aceito',
      transferred: 'Transferido',
      returned: 'Devolvido à fila',
      closedByPerson: 'Encerrado por pessoa',
      closedByBot: 'Encerrado pelo robô',
      closedByTimeout: 'Encerrado por inatividade',
      deleted: 'Excluído',
      reopened: 'Reaberto',
      messageIn: 'Mensagem recebida',
      messageOut: 'Mensagem enviada',
      rated: 'Avaliado',
    },
    erased: 'Contato apagado',
  },
  en: {
    activities: {
      opened: 'Opened',
      enteredQueue: 'Entered queue',
      accepted: 'Accepted',
      transferred: 'Transferred',
      returned: 'Returned to queue',
      closedByPerson: 'Closed by person',
      closedByBot: 'Closed by bot',
      closedByTimeout: 'Closed by timeout',
      deleted: 'Deleted',
      reopened: 'Reopened',
      messageIn: 'Message received',
      messageOut: 'Message sent',
      rated: 'Rated',
    },
    erased: 'Erased contact',
  },
  es: {
    activities: {
      opened: 'Abierto',
      enteredQueue: 'Entró en la cola',
      accepted: 'Aceptado',
      transferred: 'Transferido',
      returned: 'Devuelto a la cola',
      closedByPerson: 'Cerrado por persona',
      closedByBot: 'Cerrado por el bot',
      closedByTimeout: 'Cerrado por inactividad',
      deleted: 'Eliminado',
      reopened: 'Reabierto',
      messageIn: 'Mensaje recibido',
      messageOut: 'Mensaje enviado',
      rated: 'Evaluado',
    },
    erased: 'Contacto borrado',
  },
};
