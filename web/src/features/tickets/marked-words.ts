import { plain } from '../../shared/plain-text.ts';

export type Piece = { readonly text: string; readonly isMarked: boolean };

/** So much is shown before what was found. */
const before = 24;
const shown = 160;
/** Words in another form share their beginning: "entrega" and "entregas", "pagar" and "pagamento". */
const shortestStem = 3;
const ending = 3;

/**
 * A piece of a text about the first place that has what was searched for, with every such place marked. Accents and
 * capitals do not count; where the words do not stand as they were typed, words with the same beginning are marked.
 */
export const markedWords = (text: string, search: string): readonly Piece[] => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const places = placesOf(line, search);
  const first = places[0]?.[0] ?? 0;
  const start = first <= before ? 0 : wordStart(line, first - before);
  const end = Math.min(line.length, start + shown);
  const pieces: Piece[] = [];
  let at = start;
  for (const [from, to] of places.filter(([from, to]) => from >= start && to <= end)) {
    if (from > at) pieces.push({ text: line.slice(at, from), isMarked: false });
    pieces.push({ text: line.slice(from, to), isMarked: true });
    at = to;
  }
  const rest = line.slice(at, end) + (end < line.length ? '…' : '');
  if (rest) pieces.push({ text: rest, isMarked: false });
  return start > 0 ? [{ text: '…', isMarked: false }, ...pieces] : pieces;
};

type Place = readonly [from: number, to: number];

const placesOf = (line: string, search: string): readonly Place[] => {
  const folded = fold(line);
  const wanted = plain(search.trim());
  const whole = findAll(folded, wanted);
  if (whole.length > 0) return whole;
  const words = wanted.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '');
  const each = words.flatMap(word => findAll(folded, word));
  return merged(each.length > 0 ? each : words.flatMap(word => sameBeginning(line, folded, word)));
};

type Folded = { readonly text: string; readonly origin: readonly number[] };

/** The text as it is compared, and where each of its characters comes from. */
const fold = (line: string): Folded => {
  let text = '';
  const origin: number[] = [];
  let index = 0;
  for (const character of line) {
    for (const unit of plain(character)) {
      text += unit;
      for (let n = 0; n < unit.length; n++) origin.push(index);
    }
    index += character.length;
  }
  origin.push(line.length);
  return { text, origin };
};

const findAll = ({ text, origin }: Folded, wanted: string): Place[] => {
  const places: Place[] = [];
  for (let at = wanted ? text.indexOf(wanted) : -1; at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    places.push([origin[at] ?? 0, origin[at + wanted.length] ?? 0]);
  }
  return places;
};

const sameBeginning = (line: string, folded: Folded, wanted: string): Place[] => {
  const stem = wanted.slice(0, Math.max(shortestStem, wanted.length - ending));
  return findAll(folded, stem)
    .filter(([from]) => from === wordStart(line, from))
    .map(([from]) => [from, from + (/^[\p{L}\p{N}\p{M}]+/u.exec(line.slice(from))?.[0].length ?? 0)]);
};

/** In order, each place once, those that overlap as one. */
const merged = (places: readonly Place[]): readonly Place[] => {
  const result: [number, number][] = [];
  for (const [from, to] of places.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
};

/** Where the word begins that this place is in. */
const wordStart = (line: string, at: number): number =>
  at - (/[\p{L}\p{N}\p{M}]*$/u.exec(line.slice(0, at))?.[0].length ?? 0);
