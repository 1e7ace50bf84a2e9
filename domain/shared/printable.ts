/** Addresses of people: e-mails and WhatsApp's jids. */
const addresses = /[\w.+-]+(:\d+)?@[\w-]+(\.[\w-]+)*/g;

/** From the first quotation mark to the last: what is quoted may hold some itself. */
const quoted = /".*"/s;

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

/** Addresses of people are left out of a text. */
export const withoutAddresses = (text: string): string => text.replace(addresses, '…');

/**
 * What an error says, without what it says of people: values that Postgres (SQLSTATE 22) or a parser refused and quotes,
 * and addresses anywhere. For logs, and for whatever else outlives a person or may be read by others.
 */
export const printable = (error: unknown): string => {
  if (!(error instanceof Error)) return withoutAddresses(String(error));
  const parser = error instanceof SyntaxError && /JSON|BigInt/.exec(error.message)?.[0];
  if (parser) return `a text is no ${parser}`;
  const quotes = /^22...$/.test(codeOf(error));
  return withoutAddresses(quotes ? error.message.replace(quoted, '…') : error.message);
};
