import { z } from 'zod';
import { quickMessage } from '#domain/records/quick-message.ts';

export const quickMessageView = quickMessage.view;
export type QuickMessageView = z.output<typeof quickMessageView>;

/** GET /quick-messages/list: the caller's own and the shared ones, by shortcode; what "/" in the input suggests. */
export const quickMessageListAnswer = z.array(quickMessageView);
