/** A number as it is written on a card, and its digits as WhatsApp has them where the card says so. */
export type CardNumber = { readonly shown: string; readonly digits: string; readonly isMobile: boolean };
export type Card = {
  /** As the card is called, else by name and surname, else by company; '' where it says none. */
  readonly name: string;
  readonly company: string;
  readonly numbers: readonly CardNumber[];
  readonly emails: readonly string[];
  /** The line of the text in which it begins, counted from 1. */
  readonly line: number;
};

/** The people of one or several contact cards (vCard 2.1 to 4.0), as phones and address books write them. */
export const readCards = (text: string): readonly Card[] => {
  let line = 1;
  return text.split(/^[ \t\ufeff]*(?=BEGIN:VCARD[ \t]*\r?$)/im).flatMap(part => {
    const begins = line;
    line += part.split('\n').length - 1;
    return /^BEGIN:VCARD/i.test(part) ? [cardOf(propertiesOf(part), begins)] : [];
  });
};

type Property = { readonly name: string; readonly parameters: string; readonly value: string };

const cardOf = (properties: readonly Property[], line: number): Card => {
  const values = (wanted: string): readonly string[] =>
    properties.flatMap(({ name, value }) => (name === wanted && value.trim() !== '' ? [value] : []));
  const [formatted] = values('FN').map(plain);
  const [company = ''] = values('ORG').map(value => parts(value).join(', '));
  const name = [formatted, ...values('N').map(wholeName), company].find(each => each);
  return {
    ...{ name: name ?? '', company, line },
    numbers: properties.flatMap(property => (property.name === 'TEL' ? numberOn(property) : [])),
    emails: values('EMAIL').map(value => plain(value).replace(/^mailto:/i, '')),
  };
};

const numberOn = ({ parameters, value }: Property): readonly CardNumber[] => {
  const shown = plain(value)
    .replace(/^tel:/i, '')
    .replace(/;(ext|phone-context|isub)=.*$/i, '');
  if (shown === '') return [];
  const digits = /;waid=(\d+)/i.exec(parameters)?.[1] ?? shown.replace(/\D/g, '');
  return [{ shown, digits, isMobile: /\b(cell|iphone|mobile)\b/i.test(parameters) }];
};

/** Of surname, given name, further names, title before and after. */
const wholeName = (value: string): string => {
  const [family = '', given = '', more = ''] = split(value).map(plain);
  return [given, more, family].filter(Boolean).join(' ');
};

const split = (value: string): readonly string[] => value.split(/(?<!\\);/);
const parts = (value: string): readonly string[] => split(value).map(plain).filter(Boolean);

const plain = (value: string): string =>
  value
    .replaceAll(/\\([,;:\\n])/gi, (_, sign: string) => (/n/i.test(sign) ? ' ' : sign))
    .replaceAll(/\s+/g, ' ')
    .trim();

const propertiesOf = (card: string): readonly Property[] => unfolded(card).flatMap(propertyOf);

/** Without a group in front (`item1.`), and with what a parameter in quotes may hold. */
const property = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/s;

const propertyOf = (line: string): readonly Property[] => {
  const [, name, parameters = '', value = ''] = property.exec(line) ?? [];
  if (name === undefined) return [];
  const read = quotedPrintable.test(parameters) ? unquoted(value, parameters) : value;
  return [{ name: name.toUpperCase(), parameters, value: read }];
};

const quotedPrintable = /;(encoding=)?quoted-printable/i;

/** Long lines go on in the next, behind a space; in quoted-printable ones they end with `=`. */
const unfolded = (card: string): readonly string[] => {
  const lines: string[][] = [];
  let isQuoted = false;
  for (const line of card.split(/\r\n|[\r\n]/)) {
    const current = lines.at(-1);
    const last = current?.at(-1) ?? '';
    if (current && isQuoted && last.endsWith('='))
      current.splice(-1, 1, last.slice(0, -1), line.replace(/^[ \t]/, ''));
    else if (current && /^[ \t]/.test(line)) current.push(line.slice(1));
    else {
      lines.push([line]);
      isQuoted = quotedPrintable.test(line.slice(0, line.indexOf(':')));
    }
  }
  return lines.map(pieces => pieces.join(''));
};

const unquoted = (value: string, parameters: string): string => {
  const bytes: number[] = [];
  for (const [piece, hex] of value.matchAll(/=([0-9a-f]{2})|[^=]|=/gi))
    if (hex === undefined) bytes.push(...new TextEncoder().encode(piece));
    else bytes.push(Number.parseInt(hex, 16));
  const [, charset = 'utf-8'] = /;charset="?([\w-]+)/i.exec(parameters) ?? [];
  return textOf(Uint8Array.from(bytes), charset);
};

const textOf = (bytes: Uint8Array, charset: string): string => {
  for (const each of [charset, 'utf-8'])
    try {
      return new TextDecoder(each, { fatal: true }).decode(bytes);
    } catch {
      // Neither what it says nor UTF-8: it is read as old programs write it.
    }
  return new TextDecoder('windows-1252').decode(bytes);
};
