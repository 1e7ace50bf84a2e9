/** What a person typed or WhatsApp said, as digits only. */
export const digits = (text: string): string => text.replace(/\D/g, '');

const brazilianMobile = /^55([1-9]\d)([6-9]\d{7})$/;

/**
 * The one form of a number under which two ways of writing it meet. Brazilian mobile numbers got a ninth
 * digit before the eight; WhatsApp knows older accounts without it. The form is for comparing: what is
 * dialled stays as WhatsApp gave it.
 */
export const canonicalNumber = (number: string): string => digits(number).replace(brazilianMobile, '55$19$2');

/** Both ways a Brazilian mobile number may be known by WhatsApp; any other number alone. */
export const numberVariants = (number: string): readonly string[] => {
  const canonical = canonicalNumber(number);
  const short = canonical.replace(/^(55[1-9]\d)9([6-9]\d{7})$/, '$1$2');
  return short === canonical ? [canonical] : [canonical, short];
};
