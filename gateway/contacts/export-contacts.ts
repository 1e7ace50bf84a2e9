import { cellOf, csvLine, csvMark } from '#domain/shared/csv.ts';
import {
  type ContactToExport,
  contactsToExport,
  exportedExtra,
} from '#projections/inbox/queries/contact-export.ts';
import type { Tenants } from '#projections/tenant.ts';

const headings = {
  'pt-BR': ['Nome', 'Número', 'E-mail', 'Fila padrão', 'Carteira'],
  en: ['Name', 'Number', 'E-mail', 'Default queue', 'Wallet'],
  es: ['Nombre', 'Número', 'Correo', 'Cola por defecto', 'Cartera'],
} as const;
export type ExportLanguage = keyof typeof headings;

type Site = { readonly tenants: Pick<Tenants, 'read'>; readonly companyId: string };

/** The rows of an export, page by page: a heading, then the contacts by name, extra information in columns. */
export async function* exportedRows(
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

/** The same as rows of a sheet; undefined when there are more than so many. */
export const exportedSheet = async (
  site: Site,
  language: ExportLanguage,
  most: number,
): Promise<readonly (readonly string[])[] | undefined> => {
  const all: (readonly string[])[] = [];
  for await (const rows of exportedRows(site, language)) {
    all.push(...rows.map(row => row.map(cellOf)));
    if (all.length > most + 1) return undefined;
  }
  return all;
};
