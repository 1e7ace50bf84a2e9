/** A receiver that asks for more is asked again after this. */
const longestMs = 60 * 60_000;

/**
 * For how many milliseconds an answer asks to be left alone by its header `Retry-After`, in seconds or as a date; an hour
 * at most. Null where it does not, or the time has passed.
 */
export const retryAfterMs = (header: string | undefined, now: Date): number | null => {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : dateOf(text) - now.getTime();
  return ms > 0 ? Math.min(ms, longestMs) : null;
};

/** The three forms of RFC 9110; the oldest says no zone. NaN for any other text. */
const dateOf = (text: string): number => {
  if (/^[A-Za-z]{3,9}, .* GMT$/.test(text)) return Date.parse(text);
  return /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text)
    ? Date.parse(`${text} GMT`)
    : Number.NaN;
};
