import { Avatar } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { initials } from '../../shared/formats.ts';
import { useFile } from './files.ts';

type Props = {
  readonly name: string;
  readonly picture?: string | undefined;
  readonly group?: boolean;
  readonly size?: number;
};

/** Somebody's profile picture, the initials of the name without one. */
export const PersonPicture = ({ name, picture, group = false, size = 36 }: Props) => {
  const isHere = picture?.startsWith('/') ?? false;
  const { url } = useFile(isHere ? picture : undefined, 'image/jpeg');
  const source = isHere ? url : picture;
  return (
    <Avatar size={size} color="green" alt="" aria-hidden {...(source ? { src: source } : {})}>
      {group ? <IconUsers size={size / 2} aria-hidden /> : initials(name)}
    </Avatar>
  );
};
