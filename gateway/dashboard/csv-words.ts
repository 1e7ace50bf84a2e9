import type { EpisodeView } from '#contracts/dashboard.ts';
import type { Language } from '#domain/company/settings.ts';
import type { ListedMetric } from '#domain/dashboard/metrics.ts';

type Words = {
  readonly metrics: Readonly<Record<ListedMetric, string>>;
  readonly closings: Readonly<Record<NonNullable<EpisodeView['closing']>, string>>;
};

/** What figures and closings are called in files: as on the screens. */
export const words: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    metrics: {
      waiting: 'Espera na fila',
      firstResponse: 'Primeira resposta',
      customerWaiting: 'Espera do cliente',
      handling: 'Tempo com atendente',
      resolution: 'Resolução',
      opened: 'Iniciados',
      closed: 'Encerrados',
      reopened: 'Reabertos',
      rated: 'Avaliações',
      leads: 'Novos contatos',
      pending: 'Aguardando',
      attending: 'Em atendimento',
    },
    closings: {
      human: 'por pessoa',
      bot: 'pelo sistema',
      timeout: 'por inatividade',
      deleted: 'excluído',
    },
  },
  en: {
    metrics: {
      waiting: 'Waiting in queue',
      firstResponse: 'First response',
      customerWaiting: 'Customer waiting',
      handling: 'Time with an attendant',
      resolution: 'Resolution',
      opened: 'Begun',
      closed: 'Closed',
      reopened: 'Reopened',
      rated: 'Ratings',
      leads: 'New contacts',
      pending: 'Waiting',
      attending: 'Being attended',
    },
    closings: {
      human: 'by a person',
      bot: 'by the system',
      timeout: 'after silence',
      deleted: 'deleted',
    },
  },
  es: {
    metrics: {
      waiting: 'Espera en la cola',
      firstResponse: 'Primera respuesta',
      customerWaiting: 'Espera del cliente',
      handling: 'Tiempo con agente',
      resolution: 'Resolución',
      opened: 'Iniciados',
      closed: 'Cerrados',
      reopened: 'Reabiertos',
      rated: 'Calificaciones',
      leads: 'Contactos nuevos',
      pending: 'En espera',
      attending: 'En atención',
    },
    closings: {
      human: 'por una persona',
      bot: 'por el sistema',
      timeout: 'por inactividad',
      deleted: 'eliminado',
    },
  },
};
