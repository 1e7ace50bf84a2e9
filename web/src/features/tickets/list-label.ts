import { charactersOf } from '#domain/shared/text.ts';

const longest = 35;

/** A label as lists show it: not more than 35 characters (specification, core, section 9). */
export const listLabel = (text: string): string => {
  const characters = charactersOf(text);
  return characters.length > longest ? `${characters.slice(0, longest).join('').trimEnd()}…` : text;
};
