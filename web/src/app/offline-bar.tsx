import { useTranslation } from 'react-i18next';
import { useLive } from '../live/live-context.ts';
import { useLate } from '../shared/use-late.ts';
import classes from './shell.module.css';

/** Says that the page is not live for the moment. */
export const OfflineBar = () => {
  const { t } = useTranslation();
  const { status } = useLive();
  const shown = useLate(status !== 'live' && status !== 'stopped', 1_000);
  const sentence = status === 'full' || status === 'crowded' ? status : undefined;
  return (
    <div aria-live="polite">
      {shown && (
        <div className={classes.offline} data-sentence={sentence}>
          {t(`shell.${sentence ?? 'reconnecting'}`)}
        </div>
      )}
    </div>
  );
};
