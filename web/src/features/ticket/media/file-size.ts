/** 1,4 MB, in the words of the language; a kilobyte is 1,024 bytes, as in the limits that are set. */
export const fileSize = (bytes: number, language: string): string => {
  const units = ['kilobyte', 'megabyte', 'gigabyte'] as const;
  let value = bytes / 1_024;
  let index = 0;
  while (value >= 1_000 && index < units.length - 1) {
    value /= 1_024;
    index += 1;
  }
  const unit = units[index] ?? 'gigabyte';
  const digits = value < 10 && index > 0 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: digits }).format(
    Math.max(value, bytes > 0 ? 1 : 0),
  );
};

/** 1:05 */
export const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
