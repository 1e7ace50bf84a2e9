import type { Position } from '#eventstore/types.ts';
import type { CommandDeps } from '../states.ts';

/**
 * Whether two contacts are one person now, or when the log stood at a position. Reads nothing where it has told this
 * process of them up to there.
 */
export const isStillOne = async (
  { states: { contact }, heard }: Pick<CommandDeps, 'states' | 'heard'>,
  companyId: string,
  [one, other]: readonly [string, string],
  { position }: { readonly position: Position },
): Promise<boolean> => {
  if (one === other) return true;
  const isTold = await heard.upTo(position);
  const shownAs = async (contactId: string): Promise<string> => {
    const stream = contact.stream(companyId, contactId);
    const known = isTold ? contact.cached(stream) : undefined;
    const isNewest = known && heard.isNewest(stream, known.revision);
    const { state } = isNewest ? known : await contact.fresh(stream);
    return state.status === 'merged' ? state.winnerId : contactId;
  };
  return (await shownAs(one)) === (await shownAs(other));
};
