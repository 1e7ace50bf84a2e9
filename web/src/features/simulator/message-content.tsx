import { Button, Loader, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconEyeOff, IconFile, IconMapPin, IconPhotoOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { initials, phoneNumber } from '../../shared/formats.ts';
import { numberOfCard } from './chat-view.ts';
import classes from './content.module.css';
import { useFile } from './files.ts';
import type { SimulatedFile, SimulatedMessage } from './simulator-api.ts';
import { VoiceNote } from './voice-note.tsx';

type Props = { readonly message: SimulatedMessage; readonly onPlay?: (() => void) | undefined };

/** What a message carries beside its text. */
export const MessageContent = ({ message, onPlay }: Props) => {
  const { media, location, vcard, vcards, poll, text, type } = message;
  if (media) return <FileContent file={media} message={message} onPlay={onPlay} />;
  if (location) return <Place {...location} />;
  if (vcard !== undefined) return <Card name={text} vcard={vcard} />;
  if (vcards) return vcards.map(card => <Card key={card.vcard} {...card} />);
  if (poll) return <Poll name={text} options={poll.options} />;
  if (type === 'json') return <Json text={text} />;
  return null;
};

type FileProps = Props & { readonly file: SimulatedFile };

const FileContent = ({ file, message, onPlay }: FileProps) => {
  switch (file.kind) {
    case 'image':
      return <Picture file={file} text={message.text} viewOnce={message.viewOnce ?? false} />;
    case 'sticker':
      return <Sticker file={file} />;
    case 'video':
      return <Video file={file} />;
    case 'audio':
      return <VoiceNote file={file} played={message.played ?? false} onPlay={onPlay} />;
    case 'document':
      return <Document file={file} />;
  }
};

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation();
  return (
    <div className={classes.notLoaded} role="alert">
      <IconPhotoOff size={24} stroke={1.5} aria-hidden />
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
};

const Picture = ({ file, text, viewOnce }: { file: SimulatedFile; text: string; viewOnce: boolean }) => {
  const { t } = useTranslation();
  const { url, failed, retry } = useFile(file.path, file.mimetype);
  const [large, look] = useDisclosure(false);
  if (failed) return <NotLoaded onRetry={retry} />;
  const alt = text || t('simulator.kind.image');
  if (!url) return <Loading />;
  return (
    <>
      <button
        type="button"
        className={classes.picture}
        onClick={look.open}
        aria-label={alt}
        data-once={viewOnce}
      >
        {viewOnce ? (
          <span className={classes.once}>
            <IconEyeOff size={18} aria-hidden /> {t('simulator.viewOnce')}
          </span>
        ) : (
          <img src={url} alt="" />
        )}
      </button>
      {large && (
        <Modal
          opened
          onClose={look.close}
          size="auto"
          title={alt}
          closeButtonProps={{ 'aria-label': t('common.close') }}
        >
          <img src={url} alt={alt} className={classes.large} />
        </Modal>
      )}
    </>
  );
};

const Sticker = ({ file }: { file: SimulatedFile }) => {
  const { t } = useTranslation();
  const { url, failed, retry } = useFile(file.path, file.mimetype);
  if (failed) return <NotLoaded onRetry={retry} />;
  if (!url) return <Loading />;
  return <img src={url} alt={t('simulator.kind.sticker')} className={classes.sticker} />;
};

const Video = ({ file }: { file: SimulatedFile }) => {
  const { t } = useTranslation();
  const { url, failed, retry } = useFile(file.path, file.mimetype);
  if (failed) return <NotLoaded onRetry={retry} />;
  if (!url) return <Loading />;
  // biome-ignore lint/a11y/useMediaCaption: a person's own video has none
  return <video src={url} controls className={classes.video} aria-label={t('simulator.kind.video')} />;
};

const Loading = () => (
  <div className={classes.loading}>
    <Loader size="sm" color="gray" />
  </div>
);

const Document = ({ file }: { file: SimulatedFile }) => {
  const { t, i18n } = useTranslation();
  const { url } = useFile(file.path, file.mimetype);
  const name = file.fileName ?? t('simulator.kind.document');
  return (
    <a className={classes.card} href={url} download={name} aria-label={t('simulator.download', { name })}>
      <IconFile size={28} stroke={1.4} aria-hidden />
      <span className={classes.cardText}>
        <span title={name}>{name}</span>
        <small>{sizeText(file.size, i18n.language)}</small>
      </span>
      <IconDownload size={18} aria-hidden />
    </a>
  );
};

const sizeText = (bytes: number, language: string): string => {
  const kilobytes = bytes / 1000;
  const [value, unit] = kilobytes < 1000 ? [kilobytes, 'kilobyte'] : [kilobytes / 1000, 'megabyte'];
  const maximumFractionDigits = unit === 'megabyte' ? 1 : 0;
  const format = { style: 'unit', unit, maximumFractionDigits } as const;
  return new Intl.NumberFormat(language, format).format(Math.max(value, 1));
};

const Place = ({ latitude, longitude, name }: NonNullable<SimulatedMessage['location']>) => {
  const { t } = useTranslation();
  return (
    <div className={classes.place}>
      <div className={classes.map} aria-hidden>
        <IconMapPin size={30} fill="#e03131" color="#fff" stroke={1.4} />
      </div>
      <div className={classes.placeName}>{name || t('simulator.kind.location')}</div>
      <small className="figures">
        {latitude.toFixed(4)}, {longitude.toFixed(4)}
      </small>
    </div>
  );
};

const Card = ({ name, vcard }: { name: string; vcard: string }) => {
  const number = numberOfCard(vcard);
  return (
    <div className={classes.card}>
      <span className={classes.initials} aria-hidden>
        {initials(name)}
      </span>
      <span className={classes.cardText}>
        <span title={name}>{name}</span>
        {number && <small className="figures">{phoneNumber(number)}</small>}
      </span>
    </div>
  );
};

const Poll = ({ name, options }: { name: string; options: readonly string[] }) => (
  <div>
    <strong>{name}</strong>
    <ul className={classes.poll}>
      {options.map(option => (
        <li key={option}>{option}</li>
      ))}
    </ul>
  </div>
);

/** What the phone cannot draw, as it came. */
const Json = ({ text }: { text: string }) => {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
    <section className={classes.json} tabIndex={0} aria-label={t('simulator.kind.json')}>
      <pre>{text}</pre>
    </section>
  );
};
