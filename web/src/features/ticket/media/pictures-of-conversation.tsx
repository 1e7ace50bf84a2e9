import { lazy, type PropsWithChildren, Suspense, useState } from 'react';
import type { MessageView } from '#contracts/views.ts';
import { untilThere } from '../../../shared/until-there.ts';
import { isPicture, PictureContext } from './picture-album.ts';

const Lightbox = lazy(untilThere(() => import('./lightbox.tsx')));

type Props = PropsWithChildren<{ readonly messages: readonly MessageView[] }>;

/** The pictures of a conversation, of which one may be open; it stays so when its bubble leaves the sight. */
export const PicturesOfConversation = ({ messages, children }: Props) => {
  const [openId, setOpenId] = useState<string>();
  const album = openId === undefined ? [] : messages.filter(isPicture);
  const index = album.findIndex(({ id }) => id === openId);
  const shown = album[index];
  return (
    <PictureContext value={setOpenId}>
      {children}
      {shown && (
        <Suspense>
          <Lightbox
            message={shown}
            index={index}
            count={album.length}
            onTurn={step => setOpenId(album[index + step]?.id ?? openId)}
            onClose={() => setOpenId(undefined)}
          />
        </Suspense>
      )}
    </PictureContext>
  );
};
