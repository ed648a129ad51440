import { handlersOf, On } from '@lectern/bus';
import { resourceProgressed, streamNotifications } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import type { ResourceProgress } from './notification';
import { NotificationHub } from './notification-hub';
import { NotificationService } from './notification.service';

export const NotificationAnswers = handlersOf(NotificationService).answer(
  streamNotifications,
  (notifications, { params: { kbid }, principal, signal }) => notifications.follow(kbid, principal, signal),
);

@Controller()
export class NotificationHandlers {
  constructor(private readonly hub: NotificationHub) {}

  @On(resourceProgressed)
  tell(progress: ResourceProgress): void {
    this.hub.tell(progress);
  }
}
