const known = new Map([['404', 'ERR_WAPP_INVALID_CONTACT']]);

/** What WhatsApp's code for a refused message is in the language of the product. */
export const refusalOf = (code: string): string => known.get(code) ?? `WhatsApp ${code}`;
