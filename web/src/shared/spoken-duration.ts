import type { TFunction } from 'i18next';

const unitsMs = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000 } as const;
const units = ['day', 'hour', 'minute', 'second'] as const;

/** Milliseconds as people say them, by their two largest units; a dash where there is nothing to measure. */
export const spokenDuration = (t: TFunction, ms: number | null): string => {
  if (ms === null) return '–';
  const least = unitsMs[units[largestOf(ms) + 1] ?? 'second'];
  const whole = Math.max(0, Math.round(ms / least) * least);
  // What was rounded up may fill a larger unit.
  const first = largestOf(whole);
  const said = units
    .slice(first, first + 2)
    .map(unit => ({ unit, value: countIn(whole, unit) }))
    .filter(({ value }, index) => index === 0 || value > 0);
  // A number and its unit stay on one line.
  return said.map(({ unit, value }) => t(`durations.${unit}`, { value }).replaceAll(' ', '\u00a0')).join(' ');
};

/** The place of the largest unit that fits into it; the last for less than one of any. */
const largestOf = (ms: number): number => {
  const first = units.findIndex(unit => ms >= unitsMs[unit]);
  return first < 0 ? units.length - 1 : first;
};

const countIn = (ms: number, unit: (typeof units)[number]): number => {
  const whole = Math.floor(ms / unitsMs[unit]);
  if (unit === 'day') return whole;
  return whole % (unit === 'hour' ? 24 : 60);
};
