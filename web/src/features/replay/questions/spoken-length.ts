/** A time as people say it, by its two largest units; a dash where there is nothing to measure. */
export const spokenLength = (ms: number | null, language: string): string => {
  if (ms === null) return '–';
  const seconds = Math.round(ms / 1_000);
  const parts = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3_600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  if (first < 0) return said(0, 'second', language);
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => said(value, unit, language))
    .join(' ');
};

const said = (value: number, unit: 'day' | 'hour' | 'minute' | 'second', language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' }).format(value);
