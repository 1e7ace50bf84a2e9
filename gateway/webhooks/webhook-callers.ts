import type { FastifyRequest } from 'fastify';
import type { CommandContext } from '#commands/context.ts';
import { may } from '#domain/access/may.ts';
import { callerOf } from '../auth/guard.ts';
import { refuse } from '../errors/refusal.ts';
import { commandContext } from '../http/command-context.ts';
import { outsideCallerOf, outsideContext } from '../outside/token-guard.ts';

/** For whom the calls about webhooks are registered: who asks, and what their routes need besides. */
export type WebhookCallers = {
  /** Whose endpoints they are. @throws ERR_NO_PERMISSION */
  readonly companyOf: (request: FastifyRequest) => string;
  readonly contextOf: (request: FastifyRequest) => CommandContext;
  readonly route: {
    readonly constraints?: { readonly caller: 'token' };
    readonly config?: { readonly scope: 'webhooks' };
  };
  /** Whether the description of the calls leaves these out: the others are the same. */
  readonly hide: boolean;
};

/** Administrators, by their session. */
export const byAdmins: WebhookCallers = {
  companyOf: request => {
    const { user } = callerOf(request);
    if (!may(user, 'webhook.read')) throw refuse('ERR_NO_PERMISSION', { action: 'webhook.read' });
    return user.companyId;
  },
  contextOf: commandContext,
  route: {},
  hide: true,
};

/** Programs outside, by a key of the company with the scope `webhooks`. */
export const byKeys: WebhookCallers = {
  companyOf: request => outsideCallerOf(request).companyId,
  contextOf: request => outsideContext(request),
  route: { constraints: { caller: 'token' }, config: { scope: 'webhooks' } },
  hide: false,
};
