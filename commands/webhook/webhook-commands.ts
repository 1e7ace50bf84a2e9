import type { Action } from '#domain/access/table.ts';
import { type Decision, reject } from '#domain/shared/decision.ts';
import { maxWebhooks } from '#domain/webhook/event-types.ts';
import type { DisablingReason, WebhookEvent, WebhookFields } from '#domain/webhook/events.ts';
import * as rules from '#domain/webhook/webhook.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import { createLimited, type Limit } from '../limited.ts';
import type { CommandDeps } from '../states.ts';

type OfWebhook = { readonly webhookId: string };

const limit: Limit = {
  ...{ count: maxWebhooks, kind: 'webhook-place' },
  full: reject('ERR_WEBHOOK_LIMIT', { limit: maxWebhooks }),
};

/** The commands on endpoints outside. Secrets are the caller's to keep; what answers say comes in by `warn` and `disable`. */
export const webhookCommands = (deps: CommandDeps) => {
  const states = deps.states.webhook;
  const on =
    <Input extends OfWebhook>(
      action: Action,
      rule: (input: Input, webhook: rules.Webhook) => Decision<WebhookEvent>,
    ) =>
    async (context: CommandContext, input: Input): Promise<Outcome> => {
      const decide = (webhook: rules.Webhook) => rule(input, webhook);
      const { outcome } = await handle(context, { states, id: input.webhookId, action, decide });
      return outcome;
    };

  return {
    /** ERR_WEBHOOK_LIMIT when there are as many as there can be; `existing`: those that there are, as far as is known. */
    create: (
      context: CommandContext,
      { existing = [], ...fields }: WebhookFields & { readonly existing?: readonly string[] },
    ): Promise<Outcome> =>
      createLimited(deps, context, {
        handling: {
          ...{ states, id: fields.webhookId, action: 'webhook.create', isNew: true },
          decide: webhook => rules.createWebhook(fields, webhook),
        },
        removal: webhookId => ({ type: 'WebhookRemoved', data: { webhookId } }),
        ...{ limit, existing },
      }),
    change: on<rules.WebhookChange>('webhook.change', rules.changeWebhook),
    remove: on<OfWebhook>('webhook.remove', rules.removeWebhook),
    /** Notes that another secret signs from now on. */
    renewSecret: on<OfWebhook>('webhook.renewSecret', rules.renewWebhookSecret),
    warn: on<OfWebhook & { readonly since: string }>('webhook.judge', rules.warnOfWebhook),
    disable: on<OfWebhook & { readonly reason: DisablingReason }>('webhook.judge', rules.disableWebhook),
  };
};
