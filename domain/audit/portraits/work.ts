import type { QueueMenuEvent } from '../../queue-menu/events.ts';
import { type QueueMenu, queueMenuEntity } from '../../queue-menu/queue-menu.ts';
import { descendantsOf, placeOf } from '../../queue-menu/tree.ts';
import type { ScheduledFile } from '../../schedule/events.ts';
import { isLivingSchedule, scheduleEntity } from '../../schedule/schedule.ts';
import { webhookEntity } from '../../webhook/webhook.ts';
import { portrait } from '../portrait.ts';

/** The option that the event is about. */
const optionIn = ({ options }: QueueMenu, { data: { optionId } }: QueueMenuEvent) => {
  const option = options.find(({ id }) => id === optionId);
  return {
    title: option?.title,
    message: option?.message,
    parentId: option?.parentId,
    place: option && placeOf(options, option),
    /** Titles of all that stand below it. */
    below: option && descendantsOf(options, option.id).map(({ title }) => title),
  };
};

export const queueMenuPortrait = portrait({
  entity: queueMenuEntity,
  picture: optionIn,
  shows: {
    QueueOptionAdded: { of: ['title', 'message', 'parentId', 'place'] },
    QueueOptionChanged: { of: ['title', 'message'] },
    QueueOptionMoved: { of: ['parentId', 'place'] },
    QueueOptionRemoved: { of: ['title', 'message', 'parentId', 'place', 'below'] },
  },
});

const fileName = (file: ScheduledFile | null): string | null => file && (file.media.name ?? file.mediaType);

const plan = [
  ...(['contactId', 'connectionId', 'body', 'localAt', 'zone', 'recurrence'] as const),
  ...(['signed', 'replyToAuthor', 'fileName', 'userId'] as const),
] as const;

export const schedulePortrait = portrait({
  entity: scheduleEntity,
  picture: schedule => {
    const living = isLivingSchedule(schedule) ? schedule : undefined;
    const own = living?.plan;
    return {
      scheduleStatus: schedule.status === 'none' ? undefined : schedule.status,
      contactId: own?.contactId,
      connectionId: own?.connectionId,
      body: own?.body,
      localAt: own?.localAt,
      zone: own?.zone,
      recurrence: own?.recurrence,
      signed: own?.signed,
      replyToAuthor: own?.replyToAuthor,
      fileName: own && fileName(own.file),
      userId: living?.userId,
      /** What it waits for. */
      next: living && (living.next?.localAt ?? null),
    };
  },
  shows: {
    ScheduledMessageCreated: { of: ['scheduleStatus', ...plan] },
    ScheduledMessageChanged: { of: ['scheduleStatus', ...plan, 'next'] },
    ScheduledMessageFileChanged: { of: ['fileName'] },
    ScheduledMessageSendingStarted: { of: ['scheduleStatus', 'next'], said: ['localAt'] },
    ScheduledMessageSent: { of: ['scheduleStatus'] },
    ScheduledMessageFailed: { of: ['scheduleStatus'], said: ['reason'] },
    ScheduledMessageOverdue: { of: ['scheduleStatus'], said: ['localAt'] },
    ScheduledMessageCancelled: { of: ['scheduleStatus', 'next'], said: ['reason'] },
    ScheduledMessageRemoved: { of: ['scheduleStatus', ...plan, 'next'] },
  },
});

const endpoint = [
  ...(['url', 'description', 'events', 'payload', 'enabled', 'connectionIds'] as const),
] as const;

export const webhookPortrait = portrait({
  entity: webhookEntity,
  picture: webhook => {
    const active = webhook.status === 'active' ? webhook : undefined;
    const own = active?.fields;
    return {
      url: own?.url,
      description: own?.description,
      events: own?.events,
      payload: own?.payload,
      enabled: own?.enabled,
      connectionIds: own?.connectionIds,
      failingSince: active?.failingSince,
    };
  },
  shows: {
    WebhookCreated: { of: endpoint },
    WebhookChanged: { of: [...endpoint, 'failingSince'] },
    WebhookRemoved: { of: endpoint },
    WebhookSecretRenewed: {},
    WebhookFailing: { of: ['failingSince'] },
    WebhookDisabled: { of: ['enabled'], said: ['reason'] },
  },
});
