import { createContext, useContext } from 'react';
import type { MessageView } from '#contracts/views.ts';
import { isShown } from '#domain/shared/file-kinds.ts';

/** Shows a picture of the conversation as large as the screen allows. */
export type OpenPicture = (messageId: string) => void;

export const PictureContext = createContext<OpenPicture | undefined>(undefined);

export const useOpenPicture = (): OpenPicture | undefined => useContext(PictureContext);

/** Whether a message shows a picture that can be opened: what goes by its bytes, and no sticker. */
export const isPicture = ({ mediaType, mediaUrl, media, isDeleted, erased }: MessageView): boolean =>
  mediaType === 'image' &&
  mediaUrl !== null &&
  media?.state === 'stored' &&
  media.mime?.startsWith('image/') === true &&
  isShown(media.mime) &&
  !media.sticker &&
  !isDeleted &&
  !erased;
