import { fileTypeFromBuffer } from 'file-type';

/** What says in its first characters that it is no table. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-/, 'PDF'],
  [/^BEGIN:VCALENDAR\b/i, 'ICS'],
  [/^(?:Delivered-To|Received|Return-Path|MIME-Version|X-Mozilla-Status): /i, 'EML'],
  [/^<!doctype html|^<html/i, 'HTML'],
  [/^<(?:\?xml|svg)\b/i, 'XML'],
  [/^\{\\rtf/i, 'RTF'],
];

/** What a text says of itself where that is no table, as people call it; undefined where it says nothing. */
export const otherKindOfText = (text: string): string | undefined => {
  const begun = text
    .slice(0, 1_000)
    .replace(/^\ufeff/, '')
    .trimStart();
  return (
    beginnings.find(([pattern]) => pattern.test(begun))?.[1] ?? (isJson(text, begun) ? 'JSON' : undefined)
  );
};

const isJson = (text: string, begun: string): boolean => {
  if (!/^[[{]/.test(begun)) return false;
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
};

/** Kinds in which there may be tables. */
const containers = new Set(['xlsx', 'xlsm', 'xltx', 'xls', 'cfb', 'ods', 'zip']);

/** The same of what is no text. */
export const otherKindOfBytes = async (bytes: Buffer): Promise<string | undefined> => {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  return found && !containers.has(found.ext) ? found.ext.toUpperCase() : undefined;
};
