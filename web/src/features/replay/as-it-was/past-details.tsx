import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PastTicketAnswer } from '#contracts/replay.ts';
import { historySentence } from '../../../kit/history-sentence.ts';
import { localDateAndTime } from '../../../shared/formats.ts';
import { userName } from '../../../shared/user-name.ts';
import classes from './as-it-was.module.css';
import { localOf } from './use-instant.ts';

/** Tags, notes and history as they were then. */
export const PastDetails = ({ past }: { readonly past: PastTicketAnswer }) => {
  const { t } = useTranslation();
  const { ticket, notes, history } = past;
  return (
    <aside className={classes.details} aria-label={t('replay.details')}>
      <section>
        <h3 className={classes.heading}>{t('work.tags')}</h3>
        {ticket.tags.length === 0 && <Nothing text={t('replay.noTags')} />}
        <div className={classes.tags}>
          {ticket.tags.map(({ id, name, color }) => (
            <Badge key={id} variant="default" radius="sm" tt="none" leftSection={<Dot color={color} />}>
              {name}
            </Badge>
          ))}
        </div>
      </section>
      <section>
        <h3 className={classes.heading}>{t('replay.notes')}</h3>
        {notes.length === 0 && <Nothing text={t('replay.noNotes')} />}
        <ul className={classes.notes}>
          {notes.map(note => (
            <li key={note.id} className={classes.note}>
              <div className={classes.noteText}>{note.note || t('replay.withheld')}</div>
              <span className={classes.meta}>
                {[
                  note.user ? userName(t, note.user) : '',
                  localDateAndTime(localOf(note.createdAt)),
                  note.later ? t('replay.later.deleted') : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className={classes.heading}>{t('work.history')}</h3>
        <ol className={classes.notes}>
          {history.toReversed().map(entry => (
            <li key={entry.position} className={classes.entry}>
              {historySentence(t, entry)}
              {entry.notes && entry.action !== 'noted' && (
                <div className={classes.noteText}>{entry.notes}</div>
              )}
              <time className={classes.meta} dateTime={entry.at}>
                {localDateAndTime(localOf(entry.at))}
              </time>
            </li>
          ))}
        </ol>
      </section>
    </aside>
  );
};

const Nothing = ({ text }: { readonly text: string }) => (
  <Text size="xs" c="dimmed">
    {text}
  </Text>
);

const Dot = ({ color }: { readonly color: string }) => (
  <span className={classes.dot} style={{ background: color }} aria-hidden />
);
