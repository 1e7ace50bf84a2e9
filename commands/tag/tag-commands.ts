import { reject } from '#domain/shared/decision.ts';
import type { TagEvent } from '#domain/tag/events.ts';
import { changeTag, createTag, removeTag, sameTagName, type Tag, type TagFields } from '#domain/tag/tag.ts';
import { handleClaimed } from '../claimed.ts';
import type { Key } from '../claims.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { fenceUnwritten } from '../fence.ts';
import type { Handling } from '../handle.ts';
import type { Machinery } from '../states.ts';

/** The commands on tags. A name belongs to one tag of the company: else ERR_TAG_ALREADY_EXISTS with its id. */
export const tagCommands = (machinery: Machinery) => {
  const states = machinery.states.tag;
  const run = (context: CommandContext, handling: Handling<Tag, TagEvent>): Promise<Outcome> =>
    handleClaimed(machinery, context, {
      handling,
      keysOf,
      owners: {
        look: async tagId => {
          const { state } = await states.fresh(states.stream(context.companyId, tagId));
          if (state.status === 'none') return 'never';
          return state.status === 'active' ? 'alive' : 'gone';
        },
        fence: tagId => fenceUnwritten(context, states, tagId, { type: 'TagRemoved', data: { tagId } }),
      },
      taken: tagId => reject('ERR_TAG_ALREADY_EXISTS', { tagId }),
    });

  return {
    create: (context: CommandContext, input: TagFields) =>
      run(context, {
        ...{ states, id: input.tagId, action: 'tag.create', isNew: true },
        decide: tag => createTag({ ...input, userId: context.principal?.userId ?? null }, tag),
      }),
    change: (context: CommandContext, input: TagFields) =>
      run(context, {
        ...{ states, id: input.tagId, action: 'tag.change' },
        decide: tag => changeTag(input, tag),
      }),
    /** Tickets that have it show it no more. */
    remove: (context: CommandContext, { tagId }: Pick<TagFields, 'tagId'>) =>
      run(context, {
        ...{ states, id: tagId, action: 'tag.remove' },
        decide: tag => removeTag({ tagId }, tag),
      }),
  };
};

const keysOf = (tag: Tag): readonly Key[] =>
  tag.status === 'active' ? [{ kind: 'tag-name', value: sameTagName(tag.name) }] : [];
