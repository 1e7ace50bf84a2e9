const dayMs = 86_400_000;
const warnBelowDays = 5;

/**
 * The days left of a subscription (a day that has begun counts whole), once they are fewer than 5; null before that,
 * once it is over, and where it never ends. What is left is the time to the due moment, whichever midnights lie between.
 */
export const daysToWarnOf = (dueDate: string | null, now: Date): number | null => {
  if (dueDate === null) return null;
  const left = (Date.parse(dueDate) - now.getTime()) / dayMs;
  return left > 0 && left < warnBelowDays ? Math.ceil(left) : null;
};
