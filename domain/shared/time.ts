/** What happens here lies between these instants, both included: WhatsApp began in the first year. */
export const earliestTime = '2009-01-01T00:00:00.000Z';
export const latestTime = '2100-12-31T23:59:59.999Z';

/** Whether an ISO instant in UTC lies in a year in which something may happen here. */
export const isPossibleTime = (at: string): boolean => {
  const year = at.slice(0, 4);
  return year >= '2009' && year <= '2100';
};

/** The nearest possible instant to an ISO instant in UTC. */
export const possibleTime = (at: string): string =>
  isPossibleTime(at) ? at : at.slice(0, 4) < '2009' ? earliestTime : latestTime;

const earliestSecond = Date.parse(earliestTime) / 1000;
const latestSecond = Math.floor(Date.parse(latestTime) / 1000);

/** The nearest possible second since 1970, a whole one; what is no number is taken for the earliest. */
export const possibleSecond = (seconds: number): number =>
  Number.isNaN(seconds)
    ? earliestSecond
    : Math.floor(Math.min(latestSecond, Math.max(earliestSecond, seconds)));
