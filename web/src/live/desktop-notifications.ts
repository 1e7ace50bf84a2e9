import { useCallback, useState } from 'react';

const supported = 'Notification' in globalThis;

/** Whether desktop notifications may still be asked for, and asking. Only on a click. */
export const useDesktopNotifications = () => {
  const [permission, setPermission] = useState(supported ? Notification.permission : 'denied');
  const ask = useCallback(() => {
    void Notification.requestPermission().then(setPermission);
  }, []);
  return { canAsk: permission === 'default', ask };
};

/** Shows a notification where allowed; a click brings the page to front. */
export const notifyDesktop = (
  notice: { title: string; body: string; tag: string },
  onClick: () => void,
): void => {
  if (!supported || Notification.permission !== 'granted') return;
  try {
    const shown = new Notification(notice.title, {
      body: notice.body,
      tag: notice.tag,
      icon: '/favicon.svg',
    });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onClick();
    };
  } catch {
    // Phones allow notifications of service workers only.
  }
};
