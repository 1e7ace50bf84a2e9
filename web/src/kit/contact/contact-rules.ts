import i18next from 'i18next';

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Texts of the specification, core, section 5; null when there is nothing to say. */
export const contactRules = {
  name: (value: string): string | null => {
    const { length } = value.trim();
    if (length === 0) return i18next.t('contact.required');
    if (length < 2) return i18next.t('contact.nameTooShort');
    return length > 50 ? i18next.t('contact.nameTooLong') : null;
  },
  /** However it is written, only its digits count. */
  number: (value: string): string | null => {
    if (value.trim() === '') return i18next.t('contact.required');
    if (digitsOf(value).length < 8) return i18next.t('contact.numberTooShort');
    return value.trim().length > 50 ? i18next.t('contact.numberTooLong') : null;
  },
  email: (value: string): string | null =>
    value.trim() === '' || /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(value.trim())
      ? null
      : i18next.t('contact.invalidEmail'),
  extraName: (value: string): string | null => filled(value, 100),
  extraValue: (value: string): string | null => filled(value, 1000),
};

const filled = (value: string, longest: number): string | null => {
  const { length } = value.trim();
  if (length === 0) return i18next.t('contact.required');
  return length > longest ? i18next.t('contact.extraTooLong', { count: longest }) : null;
};
