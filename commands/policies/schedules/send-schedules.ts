import type { Pool } from 'pg';
import { z } from 'zod';
import type { ScheduledFile } from '#domain/schedule/events.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { deriveId } from '#eventstore/event-id.ts';
import { NotYet } from '#eventstore/parking/set-aside.ts';
import type { MediaStore } from '#files/store.ts';
import type { Commands } from '../../commands.ts';
import { type CommandContext, stepOf } from '../../context.ts';
import type { Delivery } from '../../schedule/delivery.ts';
import { type AutomaticText, sendAutomatic } from '../automatic/send-automatic.ts';
import type { Due, DueHandler } from '../due-work.ts';
import type { FollowDeps } from '../follow-policy.ts';
import { policyNames } from '../names.ts';

/** A time that comes, or a message that was begun; `because` is the id of the event that says so. */
const dueData = z.object({
  scheduleId: z.uuid(),
  localAt: z.string().optional(),
  messageId: z.uuid().optional(),
  because: z.uuid(),
});

export const scheduleDue = 'schedule';

/** The due work of one time of a scheduled message, or of one try to send it. */
export const dueOf = (companyId: string, data: z.output<typeof dueData>, at: string): Due => ({
  ...{ kind: scheduleDue, companyId, at, data },
  key: `${data.scheduleId}/${data.messageId ?? data.localAt ?? ''}`,
});

type Deps = {
  readonly pool: Pool;
  readonly commands: Pick<Commands, 'schedule' | 'message'>;
  readonly media: Pick<MediaStore, 'share'>;
  readonly log: FollowDeps['log'];
  readonly now?: () => Date;
};

/**
 * Sends a scheduled message whose time has come: first it is recorded that it is being sent, then its message is made,
 * under an id that a second run makes again. What is not so any more is left alone. Throws NotYet while its connection is
 * away.
 */
export const sendSchedules = (deps: Deps): DueHandler => {
  const { commands, log, now = () => new Date() } = deps;
  const name = policyNames.schedules;
  return async ({ key, companyId, at, data }) => {
    const { scheduleId, localAt, because } = dueData.parse(data);
    const context: CommandContext = {
      ...{ companyId, at: later(now().toISOString(), at), principal: null, causationId: because },
      commandId: deriveId(name, key, because),
      actor: { kind: 'policy', name },
    };
    if (localAt !== undefined) {
      const begun = await commands.schedule.begin(context, { scheduleId, localAt });
      if (isRejection(begun)) throw waitOf(begun.rejected);
    }
    const delivery = await commands.schedule.delivery(context, { scheduleId });
    if (!delivery) return;
    const { messageId } = delivery;
    const reason = 'refusal' in delivery ? delivery.refusal.rejected : await send(deps, context, delivery);
    if (reason === undefined) return;
    log.warn({ policy: name, scheduleId, rejected: reason }, 'a scheduled message could not be sent');
    const failed = await commands.schedule.recordFailed(stepOf(context, 'failed'), {
      ...{ scheduleId, messageId, reason },
    });
    if (isRejection(failed)) throw new Error(`a failure could not be recorded: ${failed.rejected}`);
  };
};

const waitOf = (rejected: string): Error => {
  const text = `a scheduled message has to wait: ${rejected}`;
  return rejected === 'ERR_WAPP_NOT_INITIALIZED' ? new NotYet(text) : new Error(text);
};

/** Clocks differ: what the database finds due is so. */
const later = (one: string, other: string): string => (one > other ? one : other);

/**
 * Answers why it could not, undefined when it went. Sound has no words beside it: they go before it, and the message
 * that is asked for is made last.
 */
const send = async (
  deps: Deps,
  context: CommandContext,
  { file, ...text }: Delivery,
): Promise<string | undefined> => {
  const say = async (change: Pick<AutomaticText, 'messageId' | 'body' | 'file'>) => {
    const step = stepOf(context, 'message', change.messageId);
    return sendAutomatic(deps)(step, { ...text, ...change, kind: 'scheduled' });
  };
  const { messageId, body } = text;
  if (file) await deps.media.share(context.companyId, file.id, messageId);
  const isSound = file?.mediaType === 'audio';
  const words = isSound ? await say({ messageId: deriveId('scheduled-words', messageId), body }) : 'sent';
  const sent =
    words === 'sent' ? await say({ messageId, body: isSound ? '' : body, file: fileOf(file) }) : words;
  return sent === 'sent' ? undefined : 'ERR_SENDING_WAPP_MSG';
};

const fileOf = (file: ScheduledFile | null): AutomaticText['file'] =>
  file ? { mediaType: file.mediaType, media: file.media } : undefined;
