import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, reject } from '../shared/decision.ts';
import { isName } from '../shared/rules.ts';
import type { QueueEvent } from './events.ts';

type Fields = {
  readonly name: string;
  readonly color: string;
  readonly greetingMessage: string;
  readonly outOfHoursMessage: string;
};
export type Queue =
  | { readonly status: 'none' }
  | (Fields & { readonly status: 'active' })
  | { readonly status: 'removed'; readonly color?: string };

const evolve = (queue: Queue, event: QueueEvent): Queue => {
  switch (event.type) {
    case 'QueueCreated':
    case 'QueueChanged': {
      const { name, color, greetingMessage, outOfHoursMessage } = event.data;
      return { status: 'active', name, color, greetingMessage, outOfHoursMessage };
    }
    case 'QueueRemoved':
      return queue.status === 'active' ? { status: 'removed', color: queue.color } : { status: 'removed' };
  }
};

export const queueEntity: Entity<Queue, QueueEvent> = { initial: { status: 'none' }, evolve };

export type QueueFields = Fields & { readonly queueId: string };

/** Colours are compared in lower case: `#00AA00` is `#00aa00`. */
export const normalColor = (color: string): string => color.trim().toLowerCase();

export const createQueue = (command: QueueFields, queue: Queue): Decision<QueueEvent> => {
  if (queue.status !== 'none') return reject('ERR_CONFLICT', { queueId: command.queueId });
  return invalid(command) ?? [{ type: 'QueueCreated', data: recorded(command) }];
};

export const changeQueue = (command: QueueFields, queue: Queue): Decision<QueueEvent> => {
  if (queue.status !== 'active') return reject('ERR_NO_QUEUE_FOUND');
  const data = recorded(command);
  const same =
    queue.name === data.name &&
    queue.color === data.color &&
    queue.greetingMessage === data.greetingMessage &&
    queue.outOfHoursMessage === data.outOfHoursMessage;
  return invalid(command) ?? (same ? nothing : [{ type: 'QueueChanged', data }]);
};

export const removeQueue = (command: { readonly queueId: string }, queue: Queue): Decision<QueueEvent> => {
  if (queue.status === 'none') return reject('ERR_NO_QUEUE_FOUND');
  return queue.status === 'removed'
    ? nothing
    : [{ type: 'QueueRemoved', data: { queueId: command.queueId } }];
};

const invalid = (fields: QueueFields) => {
  if (!isName(fields.name)) return reject('ERR_VALIDATION', { field: 'name' });
  return fields.color.trim() === '' ? reject('ERR_VALIDATION', { field: 'color' }) : undefined;
};

const recorded = (fields: QueueFields) => ({
  queueId: fields.queueId,
  name: fields.name.trim(),
  color: normalColor(fields.color),
  greetingMessage: fields.greetingMessage,
  outOfHoursMessage: fields.outOfHoursMessage,
});
