import { z } from 'zod';
import type { Entity } from '../shared/decider.ts';
import { type Decision, isRejection, nothing, type Rejection, reject } from '../shared/decision.ts';
import { line, prose } from '../shared/fields.ts';
import type { QueueMenuEvent } from './events.ts';
import {
  deepestOption,
  depthOf,
  descendantsOf,
  type Fit,
  fitOf,
  mostOptions,
  mostOptionText,
  mostSiblings,
  movedOption,
  optionsBelow,
  placeOf,
  type QueueOption,
} from './tree.ts';

/** What a queue offers to who writes: see domain/queue-menu/tree.ts. */
export type QueueMenu = { readonly options: readonly QueueOption[] };

/** Today's rule for what a form gives. Specification, secondary, section 3. */
export const queueOptionInput = z.object({ title: line(1, 50).input, message: prose(0, 50_000).input });

const evolve = ({ options }: QueueMenu, { type, data }: QueueMenuEvent): QueueMenu => {
  switch (type) {
    case 'QueueOptionAdded': {
      const { optionId: id, parentId, title, message } = data;
      return { options: [...options, { id, parentId, title, message }] };
    }
    case 'QueueOptionChanged': {
      const { title, message } = data;
      return {
        options: options.map(each => (each.id === data.optionId ? { ...each, title, message } : each)),
      };
    }
    case 'QueueOptionMoved':
      return { options: movedOption(options, data.optionId, data) };
    case 'QueueOptionRemoved': {
      const gone = new Set([data.optionId, ...data.descendantIds]);
      return { options: options.filter(({ id }) => !gone.has(id)) };
    }
  }
};

export const queueMenuEntity: Entity<QueueMenu, QueueMenuEvent> = { initial: { options: [] }, evolve };

type Named = { readonly queueId: string; readonly optionId: string };
type Texts = { readonly title: string; readonly message: string };
type Decided = Decision<QueueMenuEvent>;

/** Puts a new option behind those of its parent. */
export const addQueueOption = (
  { queueId, optionId, parentId, ...given }: Named & Texts & { readonly parentId: string | null },
  { options }: QueueMenu,
): Decided => {
  if (options.some(({ id }) => id === optionId)) return reject('ERR_CONFLICT', { optionId });
  if (parentId !== null && !options.some(({ id }) => id === parentId)) return missing(parentId);
  if (options.length >= mostOptions) return tooMuch('options', mostOptions);
  if (optionsBelow(options, parentId).length >= mostSiblings) return tooMuch('siblings', mostSiblings);
  if (depthOf(options, parentId) >= deepestOption) return tooMuch('depth', deepestOption);
  const texts = textsOf(given, options);
  if (isRejection(texts)) return texts;
  return [{ type: 'QueueOptionAdded', data: { queueId, optionId, parentId, ...texts } }];
};

export type ChangeQueueOption = Named & { readonly [Text in keyof Texts]?: Texts[Text] | undefined } & {
  readonly parentId?: string | null | undefined;
  /** Counts from 1; one too large means the last. */
  readonly place?: number | undefined;
};

/** Changes the texts of an option and where it stands; what is left out stays. */
export const changeQueueOption = (command: ChangeQueueOption, menu: QueueMenu): Decided => {
  const option = menu.options.find(({ id }) => id === command.optionId);
  if (!option) return missing(command.optionId);
  const changed = changeTexts(command, option, menu);
  if (isRejection(changed)) return changed;
  const moved = moveOption(command, option, menu);
  return isRejection(moved) ? moved : [...changed, ...moved];
};

/** Removes an option with all that stand below it. */
export const removeQueueOption = ({ queueId, optionId }: Named, { options }: QueueMenu): Decided => {
  if (!options.some(({ id }) => id === optionId)) return missing(optionId);
  const descendantIds = descendantsOf(options, optionId).map(({ id }) => id);
  return [{ type: 'QueueOptionRemoved', data: { queueId, optionId, descendantIds } }];
};

const changeTexts = (
  { queueId, optionId, title, message }: ChangeQueueOption,
  option: QueueOption,
  { options }: QueueMenu,
): Decided => {
  const given = { title: title ?? option.title, message: message ?? option.message };
  if (given.title === option.title && given.message === option.message) return nothing;
  const others = options.filter(({ id }) => id !== optionId);
  const texts = textsOf(given, others);
  if (isRejection(texts)) return texts;
  if (texts.title === option.title && texts.message === option.message) return nothing;
  return [{ type: 'QueueOptionChanged', data: { queueId, optionId, ...texts } }];
};

const moveOption = (command: ChangeQueueOption, option: QueueOption, { options }: QueueMenu): Decided => {
  const { queueId, optionId, place } = command;
  const parentId = command.parentId === undefined ? option.parentId : command.parentId;
  if (parentId !== null && !options.some(({ id }) => id === parentId)) return missing(parentId);
  const isAt = placeOf(options, option);
  const stays = parentId === option.parentId;
  const last = optionsBelow(options, parentId).length + (stays ? 0 : 1);
  const wanted = Math.min(place ?? (stays ? isAt : last), last);
  if (stays && wanted === isAt) return nothing;
  const refusal = refusals[fitOf(options, optionId, parentId)];
  return refusal ?? [{ type: 'QueueOptionMoved', data: { queueId, optionId, parentId, place: wanted } }];
};

const textsOf = (given: Texts, others: readonly QueueOption[]): Texts | Rejection => {
  const form = queueOptionInput.safeParse(given);
  if (!form.success) return reject('ERR_VALIDATION', { field: String(form.error.issues[0]?.path[0] ?? '') });
  const long = others.reduce((sum, { title, message }) => sum + title.length + message.length, 0);
  const { title, message } = form.data;
  return long + title.length + message.length > mostOptionText ? tooMuch('text', mostOptionText) : form.data;
};

const missing = (optionId: string): Rejection => reject('ERR_NO_QUEUE_OPTION_FOUND', { optionId });
const tooMuch = (what: 'options' | 'siblings' | 'depth' | 'text', most: number): Rejection =>
  reject('ERR_QUEUE_OPTION_LIMIT', { what, most });

const refusals: Readonly<Record<Fit, Rejection | undefined>> = {
  fits: undefined,
  'own descendant': reject('ERR_QUEUE_OPTION_BELOW_ITSELF'),
  'too many siblings': tooMuch('siblings', mostSiblings),
  'too deep': tooMuch('depth', deepestOption),
};
