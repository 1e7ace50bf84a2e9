/** An amount as people of a language write it; as it came where it is no amount. */
export const moneyText = (value: string, currency: string | undefined, language: string): string => {
  const amount = Number(value);
  if (value.trim() === '' || !Number.isFinite(amount)) return [value, currency].filter(Boolean).join(' ');
  try {
    const format = new Intl.NumberFormat(
      language,
      currency ? { style: 'currency', currency } : { minimumFractionDigits: 2 },
    );
    return format.format(amount).replaceAll(/\s/g, ' ');
  } catch {
    return `${value} ${currency}`;
  }
};
