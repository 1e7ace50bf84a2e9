import { catalogue } from '#domain/catalogue.ts';
import type { MessageEvent } from '#domain/message/events.ts';
import { type Message, messageEntity } from '#domain/message/message.ts';
import type { Recorded } from '#eventstore/types.ts';

/** What the log says of a message. */
export const stateOf = (events: readonly Recorded[]): Message =>
  events.filter(isOfMessage).reduce<Message>(messageEntity.evolve, messageEntity.initial);

const isOfMessage = (event: Recorded): event is Recorded & MessageEvent =>
  Object.hasOwn(catalogue.message, event.type);
