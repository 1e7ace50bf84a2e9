import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntryView } from '#contracts/audit.ts';
import { dateAndSeconds } from '../../shared/formats.ts';
import classes from './audit.module.css';
import { actorOf, type Names, objectOf, sentenceOf } from './entry-text.ts';

type Props = { readonly entry: AuditEntryView; readonly names: Names; readonly onOpen: (id: string) => void };

/** One entry: when, who, what, on what, and whether something else caused it. */
export const EntryRow = memo(({ entry, names, onOpen }: Props) => {
  const { t, i18n } = useTranslation();
  const words = { t, names, language: i18n.language };
  const sentence = sentenceOf(words, entry);
  return (
    <li className={classes.entry}>
      <time className={classes.when} dateTime={entry.at}>
        {dateAndSeconds(entry.at, i18n.language)}
      </time>
      <span className={classes.who}>{actorOf(words, entry)}</span>
      <span className={classes.what}>
        <button type="button" className={classes.open} onClick={() => onOpen(entry.id)}>
          {sentence}
        </button>
        {entry.causeId && <span className={classes.cause}> ({t('audit.becauseOf')})</span>}
      </span>
      <span className={classes.object}>{objectOf(words, entry)}</span>
    </li>
  );
});
