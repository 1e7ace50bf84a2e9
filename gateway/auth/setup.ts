import { createHash, timingSafeEqual } from 'node:crypto';
import { v5 } from 'uuid';
import type { z } from 'zod';
import type { CommandContext } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import type { setupBody } from '#contracts/http.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { inTransaction } from '#eventstore/database/transaction.ts';
import { anyCompany } from '#projections/access/queries.ts';
import { refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';
import { refusalOfRejection } from '../http/outcome.ts';
import { setPassword } from './credentials.ts';

const readModelPatienceMs = 10_000;

export const setupNeeded = async ({ pool }: Pick<Gateway, 'pool'>): Promise<boolean> => {
  const [companies, { rowCount }] = await Promise.all([
    anyCompany(pool),
    pool.query('select 1 from secrets.setup where done_at is not null'),
  ]);
  return !companies && rowCount === 0;
};

/**
 * Makes the first company and its super admin. Of several at once one does; a crash half-way is finished by the
 * next call, with the same ids.
 * @throws ERR_ALREADY_SET_UP when there is a company, ERR_NO_PERMISSION without the code where it is needed.
 */
export const setUp = async (
  gateway: Gateway,
  input: z.output<typeof setupBody>,
  { needsCode }: { readonly needsCode: boolean },
): Promise<{ position: number }> => {
  const { pool, positions } = gateway;
  if (!(await setupNeeded(gateway))) throw refuse('ERR_ALREADY_SET_UP');
  if (needsCode && !hasCode(gateway, input.code)) throw refuse('ERR_NO_PERMISSION');
  await pool.query(
    'insert into secrets.setup (company_id, user_id) values ($1, $2) on conflict (singleton) do nothing',
    [newId(), newId()],
  );
  const position = await inTransaction(pool, async db => {
    // Nobody waits here: who waits keeps a connection of the pool from everybody, and from the one that is waited for.
    const { rows } = await db.query<{ company_id: string; user_id: string }>(
      'select company_id, user_id from secrets.setup where done_at is null for update skip locked',
    );
    const ids = rows[0];
    if (!ids || (await anyCompany(pool))) throw refuse('ERR_ALREADY_SET_UP');
    const created = await create(gateway, input, { companyId: ids.company_id, userId: ids.user_id });
    await db.query('update secrets.setup set done_at = now(), due_date_lifted_at = now()');
    return created;
  });
  await positions.waitFor('access', position, readModelPatienceMs);
  return { position };
};

const hasCode = ({ setupCode }: Gateway, given = ''): boolean => {
  const [wanted, brought] = [setupCode, given].map(code =>
    createHash('sha256')
      .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
      .digest(),
  );
  return wanted !== undefined && brought !== undefined && timingSafeEqual(wanted, brought);
};

/**
 * The company that was set up first is whoever runs the installation: its subscription does not end. One that was given
 * thirty days when it was set up loses them, once; nothing when there is none, or it was done.
 */
export const liftDueDate = async ({ pool, commands }: Pick<Gateway, 'pool' | 'commands'>): Promise<void> => {
  const { rows } = await pool.query<{ company_id: string }>(
    'select company_id from secrets.setup where done_at is not null and due_date_lifted_at is null',
  );
  for (const { company_id: companyId } of rows) {
    const outcome = await commands.company.changeDueDate(contextOf(companyId, 'no-due-date'), {
      dueDate: null,
    });
    if (isRejection(outcome)) throw refusalOfRejection(outcome);
    await pool.query('update secrets.setup set due_date_lifted_at = now()');
  }
};

const contextOf = (companyId: string, step: string): CommandContext => ({
  companyId,
  commandId: v5(step, companyId),
  at: new Date().toISOString(),
  actor: { kind: 'system' },
  principal: null,
});

const create = async (
  { commands, pool }: Gateway,
  input: z.output<typeof setupBody>,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<number> => {
  const company = await commands.company.create(contextOf(companyId, 'company'), {
    companyId,
    name: input.companyName,
    email: input.email,
    phone: null,
    dueDate: null,
    recurrence: 'MENSAL',
    status: true,
    campaignsEnabled: false,
  });
  if (isRejection(company)) throw refusalOfRejection(company);
  await setPassword(pool, { userId, companyId, password: input.password });
  const user = await commands.user.create(contextOf(companyId, 'user'), {
    userId,
    name: input.name,
    email: input.email,
    profile: 'admin',
    superAdmin: true,
    queueIds: [],
    connectionIds: [],
  });
  if (isRejection(user)) throw refusalOfRejection(user);
  return user.position;
};
