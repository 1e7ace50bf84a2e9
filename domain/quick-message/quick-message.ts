import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, type Rejection, reject } from '../shared/decision.ts';
import type { QuickMessageEvent } from './events.ts';

/** A text that its owner puts into the input by its shortcode. */
export type QuickMessage =
  | { readonly status: 'none' }
  | {
      readonly status: 'active';
      readonly userId: string;
      readonly shortcode: string;
      readonly message: string;
    }
  | { readonly status: 'removed' };

const evolve = (quick: QuickMessage, event: QuickMessageEvent): QuickMessage => {
  if (event.type === 'QuickMessageRemoved') return { status: 'removed' };
  const { shortcode, message } = event.data;
  if (event.type === 'QuickMessageCreated') {
    return { status: 'active', userId: event.data.userId, shortcode, message };
  }
  return quick.status === 'active' ? { ...quick, shortcode, message } : quick;
};

export const quickMessageEntity: Entity<QuickMessage, QuickMessageEvent> = {
  initial: { status: 'none' },
  evolve,
};

/** `userId` is who asks: a quick message is its owner's alone. */
export type QuickMessageFields = {
  readonly quickMessageId: string;
  readonly userId: string;
  readonly shortcode: string;
  readonly message: string;
};

export const createQuickMessage = (
  command: QuickMessageFields,
  quick: QuickMessage,
): Decision<QuickMessageEvent> => {
  const { quickMessageId, userId } = command;
  if (quick.status !== 'none') return reject('ERR_CONFLICT', { quickMessageId });
  return invalid(command) ?? [{ type: 'QuickMessageCreated', data: { ...recorded(command), userId } }];
};

export const changeQuickMessage = (
  command: QuickMessageFields,
  quick: QuickMessage,
): Decision<QuickMessageEvent> => {
  if (quick.status !== 'active') return reject('ERR_NO_QUICK_MESSAGE_FOUND');
  if (quick.userId !== command.userId) return reject('ERR_NO_PERMISSION', { userId: quick.userId });
  const data = recorded(command);
  const same = quick.shortcode === data.shortcode && quick.message === data.message;
  return invalid(command) ?? (same ? nothing : [{ type: 'QuickMessageChanged', data }]);
};

export const removeQuickMessage = (
  { quickMessageId, userId }: Pick<QuickMessageFields, 'quickMessageId' | 'userId'>,
  quick: QuickMessage,
): Decision<QuickMessageEvent> => {
  if (quick.status === 'none') return reject('ERR_NO_QUICK_MESSAGE_FOUND');
  if (quick.status === 'removed') return nothing;
  if (quick.userId !== userId) return reject('ERR_NO_PERMISSION', { userId: quick.userId });
  return [{ type: 'QuickMessageRemoved', data: { quickMessageId } }];
};

/** Specification, secondary, section 5. */
const invalid = ({ shortcode, message }: QuickMessageFields): Rejection | undefined => {
  if (outside(shortcode, 3, 50)) return reject('ERR_VALIDATION', { field: 'shortcode' });
  return outside(message, 3, 50_000) ? reject('ERR_VALIDATION', { field: 'message' }) : undefined;
};

const outside = (text: string, shortest: number, longest: number): boolean => {
  const { length } = text.trim();
  return length < shortest || length > longest;
};

const recorded = ({ quickMessageId, shortcode, message }: QuickMessageFields) => ({
  ...{ quickMessageId, shortcode: shortcode.trim(), message },
});
