import { defaultTimeZone } from '#domain/shared/calendar.ts';

let zone = defaultTimeZone;

/** The time zone of the company that is signed in, wherever the browser is: every day and hour on a screen is there. */
export const companyZone = (): string => zone;

/** For the session, which knows the company's setting. */
export const setCompanyZone = (timeZone: string): void => {
  zone = timeZone;
};
