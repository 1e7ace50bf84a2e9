import type { Entity } from '../shared/decider.ts';
import { type Decision, nothing, type Rejection, reject } from '../shared/decision.ts';
import type { TagEvent } from './events.ts';

export type Tag =
  | { readonly status: 'none' }
  | { readonly status: 'active'; readonly name: string; readonly color: string }
  | { readonly status: 'removed' };

const evolve = (_tag: Tag, event: TagEvent): Tag => {
  if (event.type === 'TagRemoved') return { status: 'removed' };
  const { name, color } = event.data;
  return { status: 'active', name, color };
};

export const tagEntity: Entity<Tag, TagEvent> = { initial: { status: 'none' }, evolve };

export type TagFields = { readonly tagId: string; readonly name: string; readonly color: string };

/** Names are compared without regard to capitals: `VIP` is `vip`. */
export const sameTagName = (name: string): string => name.trim().toLowerCase();

export const createTag = (
  command: TagFields & { readonly userId: string | null },
  tag: Tag,
): Decision<TagEvent> => {
  if (tag.status !== 'none') return reject('ERR_CONFLICT', { tagId: command.tagId });
  const { userId } = command;
  return invalid(command) ?? [{ type: 'TagCreated', data: { ...recorded(command), userId } }];
};

export const changeTag = (command: TagFields, tag: Tag): Decision<TagEvent> => {
  if (tag.status !== 'active') return reject('ERR_NO_TAG_FOUND');
  const data = recorded(command);
  const same = tag.name === data.name && tag.color === data.color;
  return invalid(command) ?? (same ? nothing : [{ type: 'TagChanged', data }]);
};

export const removeTag = ({ tagId }: Pick<TagFields, 'tagId'>, tag: Tag): Decision<TagEvent> => {
  if (tag.status === 'none') return reject('ERR_NO_TAG_FOUND');
  return tag.status === 'removed' ? nothing : [{ type: 'TagRemoved', data: { tagId } }];
};

/** At least 3 characters: specification, secondary, section 5. */
const invalid = ({ name, color }: TagFields): Rejection | undefined => {
  const { length } = name.trim();
  if (length < 3 || length > 50) return reject('ERR_VALIDATION', { field: 'name' });
  return /^#[0-9a-f]{6}$/i.test(color.trim()) ? undefined : reject('ERR_VALIDATION', { field: 'color' });
};

const recorded = ({ tagId, name, color }: TagFields) => ({
  ...{ tagId, name: name.trim(), color: color.trim().toLowerCase() },
});
