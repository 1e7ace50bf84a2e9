import type { AuditFilter, AuditPage } from '#contracts/audit.ts';
import { nameOf } from '#contracts/audit-words/field-text.ts';
import { actorOf, objectOf, sentenceOf } from '#contracts/audit-words/sentence.ts';
import { sayIn } from '#contracts/audit-words/texts.ts';
import { actionLabel, type Words } from '#contracts/audit-words/words.ts';
import { csvLine, csvMark } from '#domain/shared/csv.ts';
import { listEntries } from '#projections/audit/queries/entries.ts';
import type { Tenants } from '#projections/tenant.ts';
import { localTime } from '../http/local-time.ts';

const headings = {
  'pt-BR': [
    'Quando',
    'Quem (tipo)',
    'Quem',
    'Ação',
    'Objeto',
    'Ticket',
    'Contato',
    'Detalhes',
    'Causa',
    'Id',
  ],
  en: ['When', 'Who (kind)', 'Who', 'Action', 'Object', 'Ticket', 'Contact', 'Details', 'Cause', 'Id'],
  es: [
    'Cuándo',
    'Quién (tipo)',
    'Quién',
    'Acción',
    'Objeto',
    'Ticket',
    'Contacto',
    'Detalles',
    'Causa',
    'Id',
  ],
} as const;

/** Who did it; the screen says it in the name alone. */
const kinds = {
  'pt-BR': {
    ...{ user: 'Pessoa', token: 'API (token)', contact: 'Contato', connection: 'Conexão' },
    ...{ policy: 'Robô ou regra', system: 'Sistema' },
  },
  en: {
    ...{ user: 'Person', token: 'API (token)', contact: 'Contact', connection: 'Connection' },
    ...{ policy: 'Bot or rule', system: 'System' },
  },
  es: {
    ...{ user: 'Persona', token: 'API (token)', contact: 'Contacto', connection: 'Conexión' },
    ...{ policy: 'Robot o regla', system: 'Sistema' },
  },
} as const;

type Language = keyof typeof headings;
type Site = {
  readonly tenants: Pick<Tenants, 'read'>;
  readonly companyId: string;
  readonly zone: string;
  readonly filter: AuditFilter;
};
type Entry = AuditPage['entries'][number];

const pageSize = 500;

/** All entries that a filter finds, page by page; how many there are is never held in memory. */
async function* pagesOf({ tenants, companyId, zone, filter }: Site) {
  let cursor: string | null | undefined;
  do {
    const asked = { ...filter, ...(cursor ? { cursor } : {}) };
    const page = await tenants.read(companyId, db => listEntries(db, asked, zone, pageSize));
    yield { entries: page.entries, names: new Map(page.names.map(name => [name.id, name])) };
    cursor = page.nextCursor;
  } while (cursor);
}

/** As separated values that no spreadsheet takes for formulas; times are the company's, all else as the screen says it. */
export async function* auditCsv(site: Site, language: Language): AsyncGenerator<string> {
  yield csvMark + csvLine(headings[language]);
  const words = { t: sayIn(language), language, dateAndTime: (at: string) => localTime(at, site.zone) };
  for await (const { entries, names } of pagesOf(site))
    yield entries
      .map(entry => csvLine(cellsOf({ ...words, names }, entry, kinds[language][entry.actor.kind])))
      .join('');
}

const cellsOf = (words: Words, entry: Entry, kind: string): string[] => {
  const { t, names, dateAndTime } = words;
  const called = (id: string | null) => nameOf(words, names.get(id ?? '')) ?? '';
  return [
    ...[dateAndTime(entry.at), kind, actorOf(words, entry)],
    ...[actionLabel(t, entry.action), objectOf(words, entry)],
    String(names.get(entry.ticketId ?? '')?.number ?? ''),
    ...[called(entry.contactId), sentenceOf(words, entry), entry.causeId ?? '', entry.id],
  ];
};

/**
 * As a JSON text for each line, with who did it and what it was done to by their names; the last says what was asked for
 * and how many there were, so that a part is known.
 */
export async function* auditLines(site: Site, language: Language): AsyncGenerator<string> {
  const t = sayIn(language);
  let count = 0;
  for await (const { entries, names } of pagesOf(site)) {
    count += entries.length;
    yield entries
      .map(({ cursor: _, ...entry }) => {
        const called = (id: string | null) => names.get(id ?? '')?.name ?? '';
        const actor = { ...entry.actor, name: (entry.actor.name ?? called(entry.actor.id)) || null };
        const said = { object: objectOf({ t, names }, entry), contact: called(entry.contactId) };
        return `${JSON.stringify({ ...entry, actor, ...said })}\n`;
      })
      .join('');
  }
  yield `${JSON.stringify({ end: true, count, filter: site.filter })}\n`;
}
