import { deriveId } from '#eventstore/event-id.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { Commands } from '../commands.ts';
import type { FollowDeps, Policy } from './follow-policy.ts';
import { policyNames } from './names.ts';
import { settle } from './settle.ts';

type Deps = { readonly commands: Pick<Commands, 'message'>; readonly log: FollowDeps['log'] };
type Received = Extract<Recorded, { type: 'MessageReceived' }>;

const name = policyNames.answerCalls;

/** Asks who called in vain to write, where the company takes no calls. */
export const answerCallsPolicy = (deps: Deps): Policy => ({
  name,
  categories: ['message'],
  paceMs: 300,
  react: async (_, events) => {
    for (const event of events) {
      if (event.type === 'MessageReceived' && isCall(event)) await answer(deps, event);
    }
  },
});

const isCall = ({ data: { mediaType, waKey, history } }: Received): boolean =>
  mediaType === 'call_log' && !waKey.fromMe && !history;

const answer = async ({ commands, log }: Deps, { id, companyId, data, metadata }: Received) => {
  const { messageId } = data;
  const context = {
    ...{ companyId, at: metadata.at, principal: null, causationId: id },
    commandId: deriveId(name, id),
    actor: { kind: 'policy' as const, name },
  };
  const outcome = await commands.message.answerCall(context, { messageId });
  settle({ log, policy: name }, { messageId }, outcome);
};
