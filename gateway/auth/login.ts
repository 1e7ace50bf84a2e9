import { dayOf } from '#domain/shared/calendar.ts';
import { type AccessUser, usersByEmail } from '#projections/access/queries.ts';
import { zoneOf } from '../company/settings.ts';
import { CallRefused, refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';
import { checkPassword } from './credentials.ts';
import type { LoginTry } from './throttle.ts';

/** How many companies' accounts of one e-mail a password is tried against. */
const accountsTried = 5;

/**
 * The account that this e-mail and password open. An unknown e-mail takes as long as a wrong password.
 * @throws ERR_INVALID_CREDENTIALS, ERR_TOO_MANY_REQUESTS, ERR_SUBSCRIPTION_EXPIRED
 */
export const authenticate = async (
  { pool, throttle, sessionJournal }: Pick<Gateway, 'pool' | 'throttle' | 'sessionJournal'>,
  credentials: { readonly email: string; readonly password: string },
  login: LoginTry,
): Promise<AccessUser> => {
  const succeeded = await throttle(login);
  const { known, user } = await accountOf(pool, credentials);
  if (!user) {
    sessionJournal.failed(known, login);
    throw refuse('ERR_INVALID_CREDENTIALS');
  }
  await succeeded();
  if (!user.company.status) throw refuse('ERR_NO_PERMISSION');
  const { dueDate } = user.company;
  if (dueDate !== null && Date.parse(dueDate) <= Date.now()) throw expired(dueDate, zoneOf(user));
  return user;
};

const accountOf = async (
  pool: Gateway['pool'],
  { email, password }: { readonly email: string; readonly password: string },
): Promise<{ readonly known: readonly AccessUser[]; readonly user?: AccessUser }> => {
  const users = await usersByEmail(pool, email);
  if (users.length === 0) await checkPassword(pool, undefined, password);
  const known = users.slice(0, accountsTried);
  for (const user of known) if (await checkPassword(pool, user.id, password)) return { known, user };
  return { known };
};

const expired = (dueDate: string, zone: string) => {
  const lastDay = dayOf(new Date(dueDate), zone);
  const [year, month, day] = lastDay.split('-');
  return new CallRefused('ERR_SUBSCRIPTION_EXPIRED', {
    message: `Opss! Sua assinatura venceu ${day}/${month}/${year}. Entre em contato com o suporte para mais informações!`,
    details: { dueDate, lastDay },
  });
};
