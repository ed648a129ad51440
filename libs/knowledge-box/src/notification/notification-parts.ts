import { NotificationHub } from './notification-hub';
import { NotificationHandlers } from './notification.handlers';
import { NotificationService } from './notification.service';

/** What happens, told to those who follow a knowledge box. */
export const notificationParts = {
  controllers: [NotificationHandlers],
  providers: [NotificationHub, NotificationService],
};
