import '@mantine/notifications/styles.css';
import { Button, Group } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';

/** Where the short notices appear. */
const Toasts = () => <Notifications position="top-center" limit={4} />;
export default Toasts;

/** A button that undoes what has happened, or goes on from there. */
export type Offer = { readonly label: string; readonly run: () => void };

type Toast = {
  readonly text: string;
  readonly color: string;
  readonly autoClose: number;
  readonly closeLabel: string;
  readonly offer?: Offer | undefined;
};

/** The same text again does not stand there twice. */
export const showToast = ({ text, color, autoClose, closeLabel, offer }: Toast): void => {
  notifications.show({
    ...{ id: text, color, autoClose, withBorder: true },
    message: offer ? <WithButton text={text} offer={offer} /> : text,
    closeButtonProps: { 'aria-label': closeLabel },
  });
};

const WithButton = ({ text, offer }: { readonly text: string; readonly offer: Offer }) => (
  <Group justify="space-between" wrap="nowrap">
    <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{text}</span>
    <Button
      size="compact-sm"
      variant="light"
      flex="none"
      onClick={() => {
        notifications.hide(text);
        offer.run();
      }}
    >
      {offer.label}
    </Button>
  </Group>
);
