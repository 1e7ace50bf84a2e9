import type { Action } from '#domain/access/table.ts';
import type { Decision } from '#domain/shared/decision.ts';
import type { DisablingReason, WebhookEvent, WebhookFields } from '#domain/webhook/events.ts';
import * as rules from '#domain/webhook/webhook.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';

type OfWebhook = { readonly webhookId: string };

/** The commands on endpoints outside. Secrets are the caller's to keep; what answers say comes in by `warn` and `disable`. */
export const webhookCommands = ({ states: { webhook: states } }: CommandDeps) => {
  const on =
    <Input extends OfWebhook>(
      action: Action,
      rule: (input: Input, webhook: rules.Webhook) => Decision<WebhookEvent>,
      isNew = false,
    ) =>
    async (context: CommandContext, input: Input): Promise<Outcome> => {
      const decide = (webhook: rules.Webhook) => rule(input, webhook);
      const { outcome } = await handle(context, { states, id: input.webhookId, action, isNew, decide });
      return outcome;
    };

  return {
    create: on<WebhookFields>('webhook.create', rules.createWebhook, true),
    change: on<rules.WebhookChange>('webhook.change', rules.changeWebhook),
    remove: on<OfWebhook>('webhook.remove', rules.removeWebhook),
    /** Notes that another secret signs from now on. */
    renewSecret: on<OfWebhook>('webhook.renewSecret', rules.renewWebhookSecret),
    warn: on<OfWebhook & { readonly since: string }>('webhook.judge', rules.warnOfWebhook),
    disable: on<OfWebhook & { readonly reason: DisablingReason }>('webhook.judge', rules.disableWebhook),
  };
};
