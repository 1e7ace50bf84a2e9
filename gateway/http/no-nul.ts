/**
 * Postgres has no place for the character 0 in a text. Wherever one is sent, the replacement character stands for it,
 * as in what the read models show of messages that had one when they came.
 */
export const addressWithoutNul = (url: string): string =>
  url.includes('%00') ? url.replaceAll('%00', '%EF%BF%BD') : url;

const escapedNul = /(?<!\\)((?:\\\\)*)\\u0000/g;

export const jsonWithoutNul = (json: string): string =>
  json.includes('u0000') ? json.replaceAll(escapedNul, '$1\\ufffd') : json;
