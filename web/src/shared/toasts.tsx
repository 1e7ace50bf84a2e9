import '@mantine/notifications/styles.css';
import { Button, Group } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';

/** Where the short notices appear. */
const Toasts = () => <Notifications position="top-center" limit={4} />;
export default Toasts;

export const showNotification = notifications.show;

type Offer = { readonly text: string; readonly label: string; readonly run: () => void };

/** What has happened, with a button that undoes it or goes on from there. */
export const messageWithButton = (id: string, { text, label, run }: Offer) => {
  const press = () => {
    notifications.hide(id);
    run();
  };
  return (
    <Group justify="space-between" wrap="nowrap">
      {text}
      <Button size="compact-sm" variant="light" onClick={press}>
        {label}
      </Button>
    </Group>
  );
};
