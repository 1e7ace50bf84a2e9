import {
  type Icon,
  IconAddressBook,
  IconCamera,
  IconClockPause,
  IconEyeOff,
  IconFile,
  IconMapPin,
  IconMessage,
  IconMessageQuestion,
  IconMicrophone,
  IconPhone,
  IconVideo,
} from '@tabler/icons-react';
import type { MediaType } from '#domain/message/events.ts';

/** The picture of each kind of message. */
export const mediaIcons: Readonly<Record<MediaType, Icon>> = {
  text: IconMessage,
  image: IconCamera,
  audio: IconMicrophone,
  video: IconVideo,
  application: IconFile,
  locationMessage: IconMapPin,
  vcard: IconAddressBook,
  contactMessage: IconAddressBook,
  call_log: IconPhone,
  unavailable: IconClockPause,
  view_once: IconEyeOff,
  unsupported: IconMessageQuestion,
};
