import { Button, Kbd } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { localDateAndTime } from '../../../shared/formats.ts';
import { useEsc } from '../../../shared/use-esc.ts';
import classes from './as-it-was.module.css';
import { localOf } from './use-instant.ts';

/** Says that what is shown is past, and is the way out of it: by one button, or by Esc. */
export const PastBanner = ({ at }: { readonly at: string }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const leave = () => void navigate('/replay');
  useEsc('beside', leave);
  return (
    <div className={classes.banner} role="status">
      <IconHistory size={20} stroke={1.8} aria-hidden />
      <span className={classes.bannerText}>
        {t('replay.banner', { when: localDateAndTime(localOf(at)) })}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={leave}
        rightSection={
          <Kbd size="xs" aria-hidden className={classes.key ?? ''}>
            Esc
          </Kbd>
        }
      >
        {t('replay.leave')}
      </Button>
    </div>
  );
};
