import type { Language } from '#domain/company/settings.ts';
import type { Grouping } from '#domain/questions/definition.ts';

type Words = {
  readonly headings: readonly string[];
  readonly total: string;
  readonly groupings: Readonly<Record<Exclude<Grouping, 'none'>, string>>;
  readonly noKey: string;
  readonly unknown: string;
};

/** What stands in the file of an answer; parts are called as on the screens. */
export const words: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    headings: [
      ...['Pergunta', 'Versão', 'Dividido por', 'Parte'],
      ...['Quantidade', 'Mediana (s)', 'Percentil 90 (s)', 'Média (s)'],
    ],
    total: 'Total',
    groupings: {
      queue: 'Fila',
      connection: 'Conexão',
      attendant: 'Atendente',
      weekday: 'Dia da semana',
      hour: 'Hora',
      month: 'Mês',
    },
    noKey: '(sem)',
    unknown: '(desconhecido)',
  },
  en: {
    headings: [
      ...['Question', 'Version', 'Split by', 'Part'],
      ...['Count', 'Median (s)', '90th percentile (s)', 'Average (s)'],
    ],
    total: 'Total',
    groupings: {
      queue: 'Queue',
      connection: 'Connection',
      attendant: 'Attendant',
      weekday: 'Weekday',
      hour: 'Hour',
      month: 'Month',
    },
    noKey: '(none)',
    unknown: '(unknown)',
  },
  es: {
    headings: [
      ...['Pregunta', 'Versión', 'Dividido por', 'Parte'],
      ...['Cantidad', 'Mediana (s)', 'Percentil 90 (s)', 'Promedio (s)'],
    ],
    total: 'Total',
    groupings: {
      queue: 'Cola',
      connection: 'Conexión',
      attendant: 'Agente',
      weekday: 'Día de la semana',
      hour: 'Hora',
      month: 'Mes',
    },
    noKey: '(sin)',
    unknown: '(desconocido)',
  },
};
