import { ActionIcon } from '@mantine/core';
import { IconSend2, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showRefused } from '../../../shared/show-error.ts';
import { useEsc } from '../../../shared/use-esc.ts';
import { duration } from '../media/file-size.ts';
import classes from './composer.module.css';
import '../../../live/outbox/kept-files.ts';
import type { PreparedFile } from './outgoing.ts';
import { type Recording, startRecording } from './record.ts';

type Props = { readonly onSend: (file: PreparedFile) => void; readonly onClose: () => void };

/** Specification, core, section 9. */
const fewestBytes = 10_000;
const longestSeconds = 15 * 60;

/** Records as soon as it is there: how long, thrown away or sent. */
const RecordingBar = ({ onSend, onClose }: Props) => {
  const { t } = useTranslation();
  const { recording, seconds, finish, giveUp } = useRecording(onClose);
  const [busy, setBusy] = useState(false);

  const send = async (): Promise<void> => {
    if (busy || !recording) return;
    setBusy(true);
    const bytes = await finish().catch(() => undefined);
    if (!bytes) showRefused(t('composer.notSaved'));
    else if (bytes.size < fewestBytes) showRefused(t('composer.tooShort'));
    else {
      onSend(voiceNote(bytes, seconds));
      showDone(t('composer.recorded'));
    }
    onClose();
  };
  const cancel = (): void => {
    giveUp();
    onClose();
  };
  useEsc('answering', cancel);

  return (
    <div className={classes.recording}>
      <ActionIcon
        size={36}
        variant="subtle"
        color="red"
        aria-label={t('composer.cancelRecording')}
        data-hint={t('composer.cancelRecording')}
        onClick={cancel}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
      <span className={classes.recordingTime} role="timer" aria-label={t('composer.recording')}>
        <i aria-hidden />
        {duration(seconds)}
      </span>
      <span className={classes.recordingNote}>
        {seconds >= longestSeconds ? t('composer.longest') : t('composer.recording')}
      </span>
      <ActionIcon
        autoFocus
        size={36}
        aria-label={t('composer.sendRecording')}
        loading={busy}
        onClick={() => void send()}
      >
        <IconSend2 size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
};
export default RecordingBar;

const useRecording = (onFailed: () => void) => {
  const { t } = useTranslation();
  const [recording, setRecording] = useState<Recording>();
  const [seconds, setSeconds] = useState(0);
  const isSettled = useRef(false);
  const lost = useRef('');
  lost.current = t('composer.recordingLost');
  const failed = useRef(() => {});
  failed.current = () => {
    showRefused(t('composer.notRecorded'));
    onFailed();
  };

  useEffect(() => {
    let started: Recording | undefined;
    let here = true;
    startRecording().then(
      next => {
        started = next;
        if (here) setRecording(next);
        else next.cancel();
      },
      () => here && failed.current(),
    );
    return () => {
      here = false;
      if (started && !isSettled.current) showRefused(lost.current);
      started?.cancel();
    };
  }, []);
  useEffect(() => {
    if (!recording) return undefined;
    showDone(t('composer.started'));
    const timer = setInterval(() => {
      const passed = Math.floor((Date.now() - recording.since) / 1_000);
      setSeconds(Math.min(passed, longestSeconds));
      if (passed >= longestSeconds) recording.pause();
    }, 250);
    return () => clearInterval(timer);
  }, [recording, t]);

  return {
    recording,
    seconds,
    /** What becomes of it is known then. */
    finish: () =>
      (recording?.finish() ?? Promise.reject(new Error('not recording'))).finally(() => {
        isSettled.current = true;
      }),
    /** It is thrown away on purpose. */
    giveUp: () => {
      isSettled.current = true;
    },
  };
};

const voiceNote = (bytes: Blob, seconds: number): PreparedFile => {
  const name = `audio-${new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}.mp3`;
  const file = new File([bytes], name, { type: 'audio/mpeg' });
  return { file, detail: { voice: true, seconds: Math.max(1, seconds), width: null, height: null } };
};
