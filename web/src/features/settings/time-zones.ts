const ofBrazil = [
  ...['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco', 'America/Noronha', 'America/Bahia'],
  ...['America/Belem', 'America/Boa_Vista', 'America/Campo_Grande', 'America/Cuiaba', 'America/Fortaleza'],
  ...['America/Maceio', 'America/Porto_Velho', 'America/Recife', 'America/Araguaina', 'America/Santarem'],
];

/** Brazil's zones first, then those that the browser knows, and the one that is chosen in any case. */
export const timeZones = (chosen: string): string[] => [
  ...new Set([...ofBrazil, ...Intl.supportedValuesOf('timeZone'), 'UTC', chosen]),
];
