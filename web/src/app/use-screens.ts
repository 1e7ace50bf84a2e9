import {
  type Icon,
  IconBrandWhatsapp,
  IconDeviceMobileMessage,
  IconPlugConnected,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { may } from '#domain/access/may.ts';
import { useUser } from '../features/session/session-store.ts';

export type Screen = {
  readonly to: string;
  readonly label: string;
  readonly icon: Icon;
  readonly group: 'attendance' | 'administration';
};

/** The screens that this user may go to. */
export const useScreens = (): readonly Screen[] => {
  const { t } = useTranslation();
  const user = useUser();
  const mayConnect = may(user, 'connection.change');
  const all: readonly (Screen & { readonly isThere: boolean })[] = [
    {
      ...{ to: '/tickets', group: 'attendance', isThere: true },
      ...{ label: t('navigation.tickets'), icon: IconBrandWhatsapp },
    },
    {
      ...{ to: '/simulador', group: 'attendance', isThere: user.simulator !== 'none' },
      ...{ label: t('navigation.simulator'), icon: IconDeviceMobileMessage },
    },
    {
      ...{ to: '/connections', group: 'administration', isThere: mayConnect },
      ...{ label: t('navigation.connections'), icon: IconPlugConnected },
    },
  ];
  return all.filter(({ isThere }) => isThere);
};
