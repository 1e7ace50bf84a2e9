import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { moveKinds } from '#domain/replay/moves.ts';
import type { Shown } from './playback.ts';
import { instantOf, type Side } from './played-side.ts';
import classes from './player.module.css';
import { sentenceOf } from './sentence.ts';
import { clockOf } from './spoken-clock.ts';

/** So many events before the present one are listed with it. */
const listed = 8;

/** Where a ticket is shown as it was. */
export const ticketPath = (side: Side, ticket: number, time: number): string =>
  `/replay/tickets/${side.answer.tickets.id[ticket]}?at=${encodeURIComponent(instantOf(side, time))}`;

/** A first message is known before its ticket is: by then it is opened. So far it is looked for. */
const lookAhead = 500;

/** When the ticket of a move is there to be shown. */
const shownFrom = ({ answer: { moves }, figures }: Side, move: number): number => {
  if (moveKinds[moves.kind[move] ?? -1] !== 'lead') return figures.timeOf(move);
  const opened = moves.ticket.indexOf(moves.ticket[move] ?? -1, move + 1);
  return figures.timeOf(opened > 0 && opened - move < lookAhead ? opened : move);
};

type Props = { readonly side: Side; readonly shown: Shown };

/** The present event in words, with those before it; each leads to its ticket as it was. */
export const Present = ({ side, shown }: Props) => {
  const { t, i18n } = useTranslation();
  const { answer, figures } = side;
  const sentence = (move: number) => sentenceOf(t, answer, move);
  const last = shown.moves - 1;
  const moves = Array.from({ length: Math.min(listed, shown.moves) }, (_, index) => last - index);
  return (
    <section className={classes.present} aria-label={t('replayPlayer.present')}>
      <h2 className={classes.heading}>{t('replayPlayer.present')}</h2>
      {/* While it plays nobody could listen that fast. */}
      <span className={classes.spoken} role="status">
        {!shown.isPlaying && last >= 0 ? sentence(last) : ''}
      </span>
      {moves.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('replayPlayer.nothingYet')}
        </Text>
      )}
      <ol className={classes.events}>
        {moves.map(move => (
          <li key={move} className={classes.event} data-present={move === last || undefined}>
            <time className={classes.eventTime}>
              {clockOf(instantOf(side, figures.timeOf(move)), i18n.language)}
            </time>
            <Link
              className={classes.eventLink}
              to={ticketPath(side, answer.moves.ticket[move] ?? -1, shownFrom(side, move))}
              aria-current={move === last ? 'step' : undefined}
            >
              {sentence(move)}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
};
