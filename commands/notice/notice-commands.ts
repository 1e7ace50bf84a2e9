import { readNotices } from '#domain/notice/notice.ts';
import { reject } from '#domain/shared/decision.ts';
import type { CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';

/** The commands on what a person has seen of the notices. */
export const noticeCommands = ({ states: { notice: states } }: CommandDeps) => ({
  /** Marks all notices up to a position as seen by the acting person. Again, or for less, it does nothing. */
  read: async (context: CommandContext, { upTo }: { readonly upTo: number }): Promise<Outcome> => {
    const userId = context.principal?.userId;
    if (userId === undefined) return reject('ERR_NO_PERMISSION', { action: 'notice.read' });
    const { outcome } = await handle(context, {
      ...{ states, id: userId, action: 'notice.read' as const },
      decide: mark => readNotices({ userId, upTo }, mark),
    });
    return outcome;
  },
});
