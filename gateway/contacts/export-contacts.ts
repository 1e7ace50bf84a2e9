import { cellOf, csvLine, csvMark } from '#domain/shared/csv.ts';
import {
  type ContactToExport,
  contactsToExport,
  exportedExtra,
} from '#projections/inbox/queries/contact-export.ts';
import type { Tenants } from '#projections/tenant.ts';
import { writeXlsx } from '#spreadsheets/write-xlsx.ts';

const headings = {
  'pt-BR': ['Nome', 'Número', 'E-mail', 'Fila padrão', 'Carteira'],
  en: ['Name', 'Number', 'E-mail', 'Default queue', 'Wallet'],
  es: ['Nombre', 'Número', 'Correo', 'Cola por defecto', 'Cartera'],
} as const;
const sheetNames = { 'pt-BR': 'Contatos', en: 'Contacts', es: 'Contactos' } as const;
export type ExportLanguage = keyof typeof headings;

type Site = { readonly tenants: Pick<Tenants, 'read'>; readonly companyId: string };

/** The rows of an export, page by page: a heading, then the contacts by name, extra information in columns. */
async function* exportedRows(
  { tenants, companyId }: Site,
  language: ExportLanguage,
): AsyncGenerator<readonly (readonly string[])[]> {
  const extra = await tenants.read(companyId, exportedExtra);
  yield [[...headings[language], ...extra]];
  let after: ContactToExport | undefined;
  do {
    const page = await tenants.read(companyId, db => contactsToExport(db, after));
    yield page.map(contact => rowOf(contact, extra));
    after = page.at(-1);
  } while (after);
}

const rowOf = (
  { name, number, email, queue, wallet, extraInfo }: ContactToExport,
  extra: readonly string[],
): string[] => [
  ...[name, number && `+${number}`, email ?? '', queue ?? '', wallet],
  ...extra.map(each => extraInfo.find(pair => pair.name === each)?.value ?? ''),
];

/** The same as separated values. */
export async function* exportedCsv(site: Site, language: ExportLanguage): AsyncGenerator<string> {
  yield csvMark;
  for await (const rows of exportedRows(site, language)) yield rows.map(csvLine).join('');
}

/** The same as a sheet. */
export const exportedXlsx = (site: Site, language: ExportLanguage): AsyncGenerator<Uint8Array> =>
  writeXlsx(sheetNames[language], sheetRows(site, language));

async function* sheetRows(site: Site, language: ExportLanguage) {
  for await (const rows of exportedRows(site, language)) yield rows.map(row => row.map(cellOf));
}
