import { ActionIcon } from '@mantine/core';
import { IconSend2, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './chat.module.css';

type Props = { readonly since: number; readonly onCancel: () => void; readonly onSend: () => void };

/** While a voice note is recorded: how long it is, thrown away or sent. */
export const RecordingBar = ({ since, onCancel, onSend }: Props) => {
  const { t } = useTranslation();
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor(Math.max(0, now - since) / 1000);
  return (
    <div className={classes.write}>
      <ActionIcon
        variant="subtle"
        color="red"
        size={36}
        aria-label={t('simulator.voice.discard')}
        onClick={onCancel}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      <span className={classes.recording} role="timer" aria-label={t('simulator.voice.recording')}>
        <i aria-hidden />
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>
      <ActionIcon autoFocus size={36} radius="xl" aria-label={t('simulator.voice.send')} onClick={onSend}>
        <IconSend2 size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
};
