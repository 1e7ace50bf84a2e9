import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the screen in the browser's tab, with how much is unread before it. */
export const useTabTitle = (screen: string, unread = 0): void => {
  const { t } = useTranslation();
  useEffect(() => {
    const count = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ` : '';
    document.title = `${count}${screen} · ${t('common.product')}`;
  }, [screen, unread, t]);
};
