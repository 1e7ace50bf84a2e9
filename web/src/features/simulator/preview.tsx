import {
  type Icon,
  IconAddressBook,
  IconCamera,
  IconChartBar,
  IconCode,
  IconFile,
  IconMapPin,
  IconMicrophone,
  IconSticker,
  IconVideo,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { unmarked } from '../../shared/message-format.ts';
import classes from './content.module.css';
import type { SimulatedMessage } from './simulator-api.ts';

const pictures: Readonly<Record<string, Icon>> = {
  image: IconCamera,
  video: IconVideo,
  audio: IconMicrophone,
  document: IconFile,
  sticker: IconSticker,
  location: IconMapPin,
  vcard: IconAddressBook,
  vcards: IconAddressBook,
  poll: IconChartBar,
  json: IconCode,
};

/** A message in one line. */
export const Preview = ({ message }: { message: SimulatedMessage }) => {
  const { t } = useTranslation();
  const { type, text, revoked, media } = message;
  const Picture = pictures[type];
  if (revoked) return <em>{t('ticket.messageDeleted')}</em>;
  const named = type === 'vcards' || type === 'json' ? '' : unmarked(text) || media?.fileName;
  return (
    <span className={classes.preview}>
      {Picture && <Picture size={14} aria-hidden />}
      <span>{named || t(`simulator.kind.${type}`)}</span>
    </span>
  );
};
