import type { EventsOf } from '../shared/event.ts';
import { question } from './question.ts';
import { queue } from './queue.ts';
import { quickMessage } from './quick-message.ts';
import { tag } from './tag.ts';

/**
 * Every record of the product: a concept that people only create, change and remove. Streams, events, rights, claims,
 * commands, tables, calls and live frames follow from this list.
 */
export const records = { queue, tag, quickMessage, question };

export type Records = typeof records;
export type RecordName = keyof Records;
export type AnyRecord = Records[RecordName];
export type RecordEvent = { [Name in RecordName]: EventsOf<Records[Name]['events']> }[RecordName];
