import { type AccessUser, usersByEmail } from '#projections/access/queries.ts';
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
  { pool, throttle }: Pick<Gateway, 'pool' | 'throttle'>,
  credentials: { readonly email: string; readonly password: string },
  login: LoginTry,
): Promise<AccessUser> => {
  const succeeded = await throttle(login);
  const user = await accountOf(pool, credentials);
  if (!user) throw refuse('ERR_INVALID_CREDENTIALS');
  await succeeded();
  if (!user.company.status) throw refuse('ERR_NO_PERMISSION');
  const { dueDate } = user.company;
  if (dueDate !== null && Date.parse(dueDate) <= Date.now()) throw expired(dueDate);
  return user;
};

const accountOf = async (
  pool: Gateway['pool'],
  { email, password }: { readonly email: string; readonly password: string },
): Promise<AccessUser | undefined> => {
  const users = await usersByEmail(pool, email);
  if (users.length === 0) await checkPassword(pool, undefined, password);
  for (const user of users.slice(0, accountsTried))
    if (await checkPassword(pool, user.id, password)) return user;
  return undefined;
};

const expired = (dueDate: string) => {
  const [year, month, day] = dueDate.slice(0, 10).split('-');
  return new CallRefused('ERR_SUBSCRIPTION_EXPIRED', {
    message: `Opss! Sua assinatura venceu ${day}/${month}/${year}. Entre em contato com o suporte para mais informações!`,
    details: { dueDate },
  });
};
