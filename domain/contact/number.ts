/** What a person typed or WhatsApp said, as digits only. */
export const digits = (text: string): string => text.replace(/\D/g, '');

/**
 * A change of a country's numbers: `was` stood between the area and the rest, and now `is` does. WhatsApp goes on with
 * the number that an account was opened with, while people and lists use either. `rest` is a pattern of its first digits,
 * and how many follow.
 */
type Renumbering = {
  readonly country: string;
  readonly area?: string;
  readonly was: string;
  readonly is: string;
  readonly rest: readonly [first: string, more: number];
};

/** Numbers without a country are read as of this one. */
const homeCountry = '55';

const swaps = (country: string, more: number, pairs: readonly string[]): readonly Renumbering[] =>
  pairs.map(pair => {
    const [was = '', is = ''] = pair.split('>');
    return { country, was, is, rest: ['', more] };
  });

const renumberings: readonly Renumbering[] = [
  // Brazil, 2012 to 2016: the ninth digit of mobiles, which began with 6 to 9.
  { country: homeCountry, area: '[1-9]\\d', was: '', is: '9', rest: ['[6-9]', 7] },
  // Mexico, 2019: mobiles lost the 1 behind the country.
  { country: '52', was: '1', is: '', rest: ['[2-9]', 9] },
  // Argentina: mobiles have a 9 where they are called from abroad.
  { country: '54', was: '', is: '9', rest: ['[1-3]', 9] },
  // Ivory Coast, 2021: the operator in front, which the second digit said before.
  { country: '225', was: '', is: '01', rest: ['[04-9][0-3]', 6] },
  { country: '225', was: '', is: '05', rest: ['[04-9][4-6]', 6] },
  { country: '225', was: '', is: '07', rest: ['[04-9][7-9]', 6] },
  // Benin, 2024.
  { country: '229', was: '', is: '01', rest: ['[2-9]', 7] },
  // Cameroon, 2014.
  { country: '237', was: '', is: '6', rest: ['[5-9]', 7] },
  // Gabon, 2019.
  ...swaps('241', 6, ['02>62', '04>74', '05>65', '06>66', '07>77']),
  // Vietnam, 2018, by operator.
  ...swaps('84', 7, ['120>70', '121>79', '122>77', '126>76', '128>78']),
  ...swaps('84', 7, ['123>83', '124>84', '125>85', '127>81', '129>82']),
  ...swaps('84', 7, ['162>32', '163>33', '164>34', '165>35', '166>36', '167>37', '168>38', '169>39']),
  ...swaps('84', 7, ['186>56', '188>58', '199>59']),
];

type Rewriting = { readonly country: string; readonly pattern: RegExp; readonly to: string };

const rewriting = (
  { country, rest }: Renumbering,
  lead: string,
  [from, to]: readonly [string, string],
  more = String(rest[1]),
): Rewriting => ({
  country,
  pattern: new RegExp(`^(${lead})${from}(${rest[0]}\\d{${more}})$`),
  to,
});

const rewritten = (number: string, { pattern, to }: Rewriting): string | undefined => {
  const [, lead, rest] = pattern.exec(number) ?? [];
  return lead === undefined ? undefined : `${lead}${to}${rest}`;
};

const wholeLead = ({ country, area = '' }: Renumbering): string => country + area;
const toPresent = renumberings.map(each => rewriting(each, wholeLead(each), [each.was, each.is]));
const toEarlier = renumberings.map(each => rewriting(each, wholeLead(each), [each.is, each.was]));

/**
 * The one form of a number under which all ways of writing it meet: as its country's plan has it today. It is for
 * comparing: what is dialled stays as WhatsApp gave it.
 */
export const canonicalNumber = (number: string): string => {
  const plain = digits(number);
  const way = toPresent.find(({ country, pattern }) => plain.startsWith(country) && pattern.test(plain));
  return (way && rewritten(plain, way)) ?? plain;
};

/** All forms under which WhatsApp, people and lists know a number; the canonical one first. */
export const numberVariants = (number: string): readonly string[] => {
  const canonical = canonicalNumber(number);
  const earlier = toEarlier.flatMap(way => rewritten(canonical, way) ?? []);
  return [canonical, ...earlier];
};

/**
 * Other forms under which earlier versions kept the same number for comparing. They understood Brazil's ninth digit, and
 * took every other form for a number of its own.
 */
export const formsOfEarlierVersions = (number: string): readonly string[] => {
  const [canonical = '', ...others] = numberVariants(number);
  return canonical.startsWith(homeCountry) ? [] : others;
};

/** As people type a part: a number of at least this much less than the whole. */
const mayLack = 4;

/** Whole numbers with or without their country, and beginnings where it is plain that they are some. */
const ofParts = renumberings.flatMap(each => {
  const { country, area = '', was, is, rest } = each;
  const optional = `(?:${country})?${area}`;
  const begun = `${rest[1] - mayLack},${rest[1]}`;
  const leads =
    country === homeCountry
      ? ([[optional, begun], ['']] as const)
      : ([[optional], [country + area, begun]] as const);
  return leads.flatMap(([lead, more]) => [
    rewriting(each, lead, [was, is], more),
    rewriting(each, lead, [is, was], more),
  ]);
});

/**
 * What may stand within a number where people look for it by these digits: they may have typed it, or its beginning, in
 * another form than it is kept in, with or without the country, or with the 0 of a call at home. None contains another.
 */
export const partsToSeek = (typed: string): readonly string[] => {
  const plain = digits(typed);
  const home = plain.replace(/^0+(?=\d{6})/, '');
  const seen = [plain, home];
  const ways = ofParts.flatMap(way => seen.flatMap(each => rewritten(each, way) ?? []));
  const all = [...new Set([...seen, ...ways])].filter(part => part !== '');
  return all.filter(part => !all.some(other => other !== part && part.includes(other)));
};
