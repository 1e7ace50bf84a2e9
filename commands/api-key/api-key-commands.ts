import {
  type ApiKey,
  type CreateApiKey,
  createApiKey,
  mostApiKeys,
  revokeApiKey,
} from '#domain/api-key/api-key.ts';
import { isRejection, type Rejection, reject } from '#domain/shared/decision.ts';
import type { Accepted, CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import { createLimited, type Limit } from '../limited.ts';
import type { CommandDeps } from '../states.ts';

type OfKey = { readonly apiKeyId: string };
/** `state` is the newest that was looked at. */
export type ApiKeyOutcome = Rejection | (Accepted & { readonly state: ApiKey });

const limit: Limit = {
  ...{ count: mostApiKeys, kind: 'api-key-place' },
  full: reject('ERR_TOO_MANY_API_KEYS', { most: mostApiKeys }),
};

/** The commands on API keys. What opens with them is no concern of the log: gateway/outside/tokens.ts. */
export const apiKeyCommands = (deps: CommandDeps) => ({
  /** ERR_TOO_MANY_API_KEYS when there are as many as there can be; `existing`: those that there are, as far as is known. */
  create: async (
    context: CommandContext,
    {
      existing = [],
      ...input
    }: Omit<CreateApiKey, 'userId' | 'at'> & { readonly existing?: readonly string[] },
  ): Promise<ApiKeyOutcome> => {
    const states = deps.states.apiKey;
    const command = { ...input, userId: context.principal?.userId ?? null, at: context.at };
    const outcome = await createLimited(deps, context, {
      handling: {
        ...{ states, id: input.apiKeyId, action: 'apiKey.create', isNew: true },
        decide: key => createApiKey(command, key),
      },
      removal: apiKeyId => ({ type: 'ApiKeyRevoked', data: { apiKeyId, userId: null } }),
      ...{ limit, existing },
    });
    if (isRejection(outcome)) return outcome;
    const stream = states.stream(context.companyId, input.apiKeyId);
    const { state } = states.cached(stream) ?? (await states.fresh(stream));
    return { ...outcome, state };
  },
  /** ERR_NO_API_KEY_FOUND when the company has no such key; nothing when it is revoked already. */
  revoke: async (context: CommandContext, { apiKeyId }: OfKey): Promise<Outcome> => {
    const command = { apiKeyId, userId: context.principal?.userId ?? null };
    const { outcome } = await handle(context, {
      ...{ states: deps.states.apiKey, id: apiKeyId, action: 'apiKey.revoke' as const },
      decide: key => revokeApiKey(command, key),
    });
    return outcome;
  },
});
