import { IconFile, IconMusic, IconVideo } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileSize } from './file-size.ts';
import classes from './media.module.css';

/** A file of this computer as it looks. */
export const ChosenFile = ({ file }: { file: File }) => {
  const { i18n } = useTranslation();
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    if (!/^(image\/(jpeg|png|webp|gif|avif|bmp)|video\/(mp4|webm))$/.test(file.type)) return undefined;
    const address = URL.createObjectURL(file);
    setPicture(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  if (picture && file.type.startsWith('video/')) return <Film address={picture} name={file.name} />;
  if (picture) return <img className={classes.fill} src={picture} alt={file.name} />;
  const Icon = file.type.startsWith('audio/')
    ? IconMusic
    : file.type.startsWith('video/')
      ? IconVideo
      : IconFile;
  return (
    <div className={classes.thumbFile}>
      <Icon size={36} stroke={1.4} aria-hidden />
      <span>{file.name}</span>
      <span className={classes.small}>{fileSize(file.size, i18n.language)}</span>
    </div>
  );
};

const Film = ({ address, name }: { readonly address: string; readonly name: string }) => (
  <video
    className={classes.fill}
    src={address}
    aria-label={name}
    muted
    playsInline
    controls
    preload="metadata"
  />
);
