import { NotificationHub } from './notification-hub';
import { NotificationHandlers } from './notification.handlers';
import { NotificationService } from './notification.service';

/** Notifications to those that follow a knowledge box. */
export const notificationParts = {
  controllers: [NotificationHandlers],
  providers: [NotificationHub, NotificationService],
};
