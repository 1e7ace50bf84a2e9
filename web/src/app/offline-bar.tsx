import { useTranslation } from 'react-i18next';
import { useLive } from '../live/live-context.ts';
import { useLate } from '../shared/use-late.ts';
import classes from './shell.module.css';

/** Says that the page is not live for the moment. */
export const OfflineBar = () => {
  const { t } = useTranslation();
  const { status } = useLive();
  const shown = useLate(status !== 'live' && status !== 'stopped', 1_000);
  const text = status === 'full' || status === 'crowded' ? status : 'reconnecting';
  return <div aria-live="polite">{shown && <div className={classes.offline}>{t(`shell.${text}`)}</div>}</div>;
};
