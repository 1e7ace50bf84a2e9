import i18next from 'i18next';
import { useEffect } from 'react';

let screen = '';
let unread = 0;

/** Names the screen in the browser's tab. */
export const useTabTitle = (title: string): void => {
  useEffect(() => {
    screen = title;
    show();
  }, [title]);
};

/** How much is unread, before the screen's name in the browser's tab. */
export const useTabUnread = (count = 0): void => {
  useEffect(() => {
    unread = count;
    show();
    return () => {
      unread = 0;
      show();
    };
  }, [count]);
};

const show = (): void => {
  const count = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ` : '';
  document.title = `${count}${screen} · ${i18next.t('common.product')}`;
};
