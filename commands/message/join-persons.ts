import { isRejection } from '#domain/shared/decision.ts';
import { withoutRepeats } from '#domain/shared/list.ts';
import type { Key } from '../claims.ts';
import { mergeContactsCommand } from '../contact/merge-contacts.ts';
import { shownContact } from '../contact/shown-contact.ts';
import { type CommandContext, stepOf } from '../context.ts';
import { newId } from '../ids.ts';
import type { CommandDeps } from '../states.ts';

/** The contact that a chat's keys led to, and the one it is shown under. */
type Found = { readonly ownerId: string; readonly contactId: string };

/**
 * What a chat says joins two contacts: one that was known by the LID alone and one by the number, or by two forms of
 * the number. The one with the number stays, unless only the other way round is possible. Answers whether they are one
 * now.
 */
export const joined = async (
  deps: CommandDeps,
  context: CommandContext,
  { ownerId, contactId }: Found,
  keys: readonly Key[],
): Promise<boolean> => {
  if (ownerId !== contactId) return false;
  const merge = mergeContactsCommand(deps);
  for (const other of await otherOwners(deps, context, keys, ownerId)) {
    const { contactId: otherId } = await shownContact(deps, context.companyId, other);
    if (otherId === contactId) continue;
    for (const [winner, loser] of [
      [otherId, contactId],
      [contactId, otherId],
    ] as const) {
      const pair = { contactId: winner, otherId: loser, bySelf: true };
      const outcome = await merge(stepOf(context, 'merge', winner, newId()), pair);
      if (isRejection(outcome)) continue;
      if (outcome.changed) return true;
      break;
    }
  }
  return false;
};

/** Who else holds some of the keys: of a number that earlier versions took for two, too. */
const otherOwners = async (
  { claims }: CommandDeps,
  { companyId }: CommandContext,
  keys: readonly Key[],
  ownerId: string,
): Promise<readonly string[]> => {
  const owners = await Promise.all(keys.map(key => claims.owners(companyId, key)));
  return withoutRepeats(owners.flat()).filter(each => each !== ownerId);
};

/** Whether nobody else has another form of the chat's number. */
export const isAlone = async (
  deps: CommandDeps,
  context: CommandContext,
  keys: readonly Key[],
  ownerId: string,
): Promise<boolean> => {
  const several = keys.filter(({ earlier }) => earlier);
  return (await otherOwners(deps, context, several, ownerId)).length === 0;
};
