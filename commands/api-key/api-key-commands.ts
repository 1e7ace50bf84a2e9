import { type ApiKey, type CreateApiKey, createApiKey, revokeApiKey } from '#domain/api-key/api-key.ts';
import { isRejection, type Rejection } from '#domain/shared/decision.ts';
import type { Accepted, CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';

type OfKey = { readonly apiKeyId: string };
/** `state` is the newest that was looked at. */
export type ApiKeyOutcome = Rejection | (Accepted & { readonly state: ApiKey });

/** The commands on API keys. What opens with them is no concern of the log: gateway/outside/tokens.ts. */
export const apiKeyCommands = ({ states: { apiKey: states } }: CommandDeps) => ({
  create: async (
    context: CommandContext,
    input: Omit<CreateApiKey, 'userId' | 'at'>,
  ): Promise<ApiKeyOutcome> => {
    const command = { ...input, userId: context.principal?.userId ?? null, at: context.at };
    const { outcome, state } = await handle(context, {
      ...{ states, id: input.apiKeyId, action: 'apiKey.create' as const, isNew: true },
      decide: key => createApiKey(command, key),
    });
    return isRejection(outcome) ? outcome : { ...outcome, state };
  },
  /** ERR_NO_API_KEY_FOUND when the company has no such key; nothing when it is revoked already. */
  revoke: async (context: CommandContext, { apiKeyId }: OfKey): Promise<Outcome> => {
    const command = { apiKeyId, userId: context.principal?.userId ?? null };
    const { outcome } = await handle(context, {
      ...{ states, id: apiKeyId, action: 'apiKey.revoke' as const },
      decide: key => revokeApiKey(command, key),
    });
    return outcome;
  },
});
