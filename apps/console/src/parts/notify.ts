import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** Says in a corner, and to screen readers, that something was done. */
export function notify(message: string): void {
  notifications.show({ message, closeButtonProps: { 'aria-label': i18next.t('close', { ns: 'shell' }) } });
}
