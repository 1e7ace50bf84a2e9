import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';

/** Where the short notices appear. */
const Toasts = () => <Notifications position="top-center" limit={4} />;
export default Toasts;

export const showNotification = notifications.show;
