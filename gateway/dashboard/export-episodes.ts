import type { EpisodesAnswer } from '#contracts/dashboard.ts';
import { metricsVersion } from '#domain/dashboard/metrics.ts';
import { csvLine, csvMark } from '#domain/shared/csv.ts';
import type { Figure } from '#projections/dashboard/queries/episodes.ts';
import type { Tenants } from '#projections/tenant.ts';
import { localTime } from '../http/local-time.ts';
import { words } from './csv-words.ts';
import { namesIn, pageOf } from './episodes.ts';

const headings = {
  'pt-BR': [
    ...['Número', 'Versão das definições', 'Ticket', 'Contato', 'Fila', 'Conexão', 'Atendente'],
    ...['De', 'Até', 'Tempo corrido (s)', 'Tempo útil (s)', 'Encerramento', 'Nota', 'Id'],
  ],
  en: [
    ...['Figure', 'Version of the definitions', 'Ticket', 'Contact', 'Queue', 'Connection', 'Attendant'],
    ...['From', 'Until', 'Calendar time (s)', 'Business time (s)', 'Closing', 'Mark', 'Id'],
  ],
  es: [
    ...['Cifra', 'Versión de las definiciones', 'Ticket', 'Contacto', 'Cola', 'Conexión', 'Agente'],
    ...['Desde', 'Hasta', 'Tiempo corrido (s)', 'Tiempo hábil (s)', 'Cierre', 'Nota', 'Id'],
  ],
} as const;

const pageSize = 500;

type Site = {
  readonly tenants: Pick<Tenants, 'read'>;
  readonly companyId: string;
  readonly figure: Figure;
};

/**
 * Every row behind a figure as separated values that no spreadsheet takes for formulas, page by page; how many there
 * are is never held in memory. Each row says the version of the definitions it was counted by; times are the company's.
 */
export async function* episodesCsv(
  { tenants, companyId, figure }: Site,
  language: keyof typeof headings,
): AsyncGenerator<string> {
  yield csvMark + csvLine(headings[language]);
  let after: string | undefined;
  const names = await tenants.read(companyId, namesIn);
  do {
    const page = await tenants.read(companyId, db => pageOf(db, figure, { most: pageSize, after, names }));
    yield page.rows.map(row => csvLine(cellsOf(figure, row, language))).join('');
    after = page.nextCursor ?? undefined;
  } while (after);
}

const secondsOf = (ms: number | null): string => (ms === null ? '' : String(Math.round(ms / 1_000)));

const cellsOf = (
  { metric, zone }: Figure,
  row: EpisodesAnswer['rows'][number],
  language: keyof typeof headings,
): readonly string[] => [
  ...[words[language].metrics[metric], String(metricsVersion), String(row.number ?? ''), row.contact ?? ''],
  ...[row.queue?.name ?? '', row.connection?.name ?? '', row.user?.name ?? ''],
  ...[localTime(row.from, zone), row.until ? localTime(row.until, zone) : ''],
  ...[
    secondsOf(row.ms),
    secondsOf(row.businessMs),
    row.closing ? words[language].closings[row.closing] : '',
    String(row.rating ?? ''),
    row.id,
  ],
];
