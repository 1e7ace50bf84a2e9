import type { TFunction } from 'i18next';
import type { SliceAnswer } from '#contracts/replay-player.ts';
import { moveKinds } from '#domain/replay/moves.ts';
import { spokenDuration } from '../../../shared/spoken-duration.ts';

/** How a lane is called. */
export const laneName = (t: TFunction, { lanes }: SliceAnswer, lane: number): string => {
  const { id, name, removed } = lanes[lane] ?? { id: null, name: '', removed: false };
  if (id === null) return t('replayPlayer.noQueue');
  return removed ? t('dashboard.gone.queue', { name }) : name;
};

/** Whose ticket it is; who was erased has no name. */
export const contactOf = (t: TFunction, { contacts, tickets }: SliceAnswer, ticket: number): string =>
  contacts[tickets.contact[ticket] ?? -1] ?? t('replayPlayer.erased');

/** What a move was, in words. */
export const sentenceOf = (t: TFunction, answer: SliceAnswer, move: number): string => {
  const { moves, users } = answer;
  const kind = moveKinds[moves.kind[move] ?? -1] ?? 'moved';
  const { name: userName = '', removed = false } = users[moves.user[move] ?? -1] ?? {};
  const hasUser = userName !== '';
  const byPerson = kind === 'opened' && hasUser ? 'openedBy' : kind;
  const value = moves.value[move] ?? 0;
  return t(`replayPlayer.moves.${byPerson}`, {
    contact: contactOf(t, answer, moves.ticket[move] ?? -1),
    queue: laneName(t, answer, moves.lane[move] ?? -1),
    user: hasUser
      ? removed
        ? t('dashboard.gone.user', { name: userName })
        : userName
      : t('replayPlayer.somebody'),
    time: spokenDuration(t, value),
    mark: value,
  });
};
