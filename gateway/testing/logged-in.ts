import { type Browser, openBrowser } from './browser.ts';
import type { Harness } from './harness.ts';
import type { Office } from './office.ts';

/** Logs people in, each with a browser of their own, in the order given. */
export const loggedIn = async <People extends readonly { readonly email: string }[]>(
  harness: Harness,
  ...people: People
): Promise<{ [Key in keyof People]: Browser }> => {
  await harness.caughtUp();
  const browsers = people.map(() => openBrowser(harness));
  for (const [index, { email }] of people.entries()) await browsers[index]?.login(email);
  return browsers as { [Key in keyof People]: Browser };
};

/** Makes an administrator and the attendant Ana, without a queue, and logs both in. */
export const adminAndAttendant = async (harness: Harness, office: Office): Promise<[Browser, Browser]> =>
  loggedIn(harness, await office.user('Chefe', { profile: 'admin' }), await office.user('Ana'));
