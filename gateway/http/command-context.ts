import type { FastifyRequest } from 'fastify';
import { validate } from 'uuid';
import type { CommandContext } from '#commands/context.ts';
import { newId } from '#commands/ids.ts';
import { commandIdHeader } from '#contracts/http.ts';
import { madeId } from '#contracts/made-ids.ts';
import type { AccessUser } from '#projections/access/queries.ts';
import { callerOf } from '../auth/guard.ts';
import { CallRefused } from '../errors/refusal.ts';

/** The context of the command that this call gives: who, whose company, when, and the call's own command id. */
export const commandContext = (request: FastifyRequest): CommandContext => {
  const { user } = callerOf(request);
  return {
    companyId: user.companyId,
    commandId: commandIdOf(request) ?? newId(),
    at: new Date().toISOString(),
    actor: { kind: 'user', id: user.id },
    principal: principalOf(user),
  };
};

/** Id of the thing a command makes: the same for the same command of the same company. */
export const idMadeBy = (context: CommandContext, what: string): string =>
  madeId(context.companyId, context.commandId, what);

/** An account as commands know who acts. */
export const principalOf = (user: AccessUser) => ({
  userId: user.id,
  companyId: user.companyId,
  profile: user.profile,
  superAdmin: user.superAdmin,
  queueIds: user.queueIds,
  analyst: user.analyst,
  connectionIds: user.connectionIds,
  name: user.name,
});

const commandIdOf = (request: FastifyRequest): string | undefined => {
  const given = request.headers[commandIdHeader];
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || !validate(given))
    throw new CallRefused('ERR_VALIDATION', { message: `${commandIdHeader} must be one UUID` });
  return given.toLowerCase();
};
