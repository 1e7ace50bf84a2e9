import { ActionIcon, Menu } from '@mantine/core';
import {
  IconAddressBook,
  IconFile,
  IconMapPin,
  IconMicrophone,
  IconMountain,
  IconPhoto,
  IconPlus,
  IconSticker,
} from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError, showRefused } from '../../shared/show-error.ts';
import { base64Of, largestFile } from './files.ts';
import { samplePicture, sampleSticker, sampleVoice } from './samples.ts';
import type { Content, Owner } from './simulator-actions.ts';
import { voiceOf } from './voice.ts';

const PlaceDialog = lazy(() => import('./place-dialog.tsx'));
const CardDialog = lazy(() => import('./card-dialog.tsx'));

type Props = { readonly owner: Owner; readonly onSend: (content: Content) => Promise<void> };

/** Everything that can be sent beside text. */
export const AttachMenu = ({ owner, onSend }: Props) => {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'place' | 'card'>();
  const pictures = useRef<HTMLInputElement>(null);
  const documents = useRef<HTMLInputElement>(null);
  const sendFrom = (make: () => Promise<Content>): void => void make().then(onSend).catch(showError);
  const pick = (input: HTMLInputElement, asDocument: boolean): void => {
    const [file] = input.files ?? [];
    input.value = '';
    if (!file) return;
    if (file.size > largestFile) showRefused(t('simulator.fileTooLarge'));
    else sendFrom(() => fileContent(file, asDocument));
  };
  return (
    <>
      <Menu position="top-start" width={230}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            radius="xl"
            aria-label={t('simulator.attachAs', { name: owner.name })}
          >
            <IconPlus size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPhoto size={18} />} onClick={() => pictures.current?.click()}>
            {t('simulator.attach.picture')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFile size={18} />} onClick={() => documents.current?.click()}>
            {t('simulator.attach.document')}
          </Menu.Item>
          <Menu.Item leftSection={<IconMapPin size={18} />} onClick={() => setAsking('place')}>
            {t('simulator.kind.location')}
          </Menu.Item>
          <Menu.Item leftSection={<IconAddressBook size={18} />} onClick={() => setAsking('card')}>
            {t('simulator.kind.vcard')}
          </Menu.Item>
          <Menu.Label>{t('simulator.attach.samples')}</Menu.Label>
          <Menu.Item leftSection={<IconMountain size={18} />} onClick={() => sendFrom(pictureContent)}>
            {t('simulator.attach.samplePicture')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMicrophone size={18} />}
            onClick={() => sendFrom(() => voiceOf(sampleVoice()))}
          >
            {t('simulator.attach.sampleVoice')}
          </Menu.Item>
          <Menu.Item leftSection={<IconSticker size={18} />} onClick={() => sendFrom(stickerContent)}>
            {t('simulator.kind.sticker')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={pictures}
        type="file"
        accept="image/*,video/*"
        hidden
        data-testid="pick-picture"
        onChange={event => pick(event.currentTarget, false)}
      />
      <input
        ref={documents}
        type="file"
        hidden
        data-testid="pick-document"
        onChange={event => pick(event.currentTarget, true)}
      />
      <Suspense>
        {asking === 'place' && <PlaceDialog onSend={onSend} onClose={() => setAsking(undefined)} />}
        {asking === 'card' && (
          <CardDialog owner={owner} onSend={onSend} onClose={() => setAsking(undefined)} />
        )}
      </Suspense>
    </>
  );
};

const fileContent = async (file: File, asDocument: boolean): Promise<Content> => {
  const base64 = await base64Of(file);
  const mimetype = file.type || 'application/octet-stream';
  const looks = mimetype.startsWith('image/') ? 'image' : mimetype.startsWith('video/') ? 'video' : undefined;
  if (looks && !asDocument) return { media: { kind: looks, base64, mimetype } };
  return { media: { kind: 'document', base64, mimetype, fileName: file.name } };
};

const pictureContent = async (): Promise<Content> => {
  const picture = await samplePicture();
  return { media: { kind: 'image', base64: await base64Of(picture), mimetype: picture.type } };
};

const stickerContent = async (): Promise<Content> => {
  const picture = await sampleSticker();
  return { media: { kind: 'sticker', base64: await base64Of(picture), mimetype: picture.type } };
};
