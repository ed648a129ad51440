import { Handles, On } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { resourceProgressed, streamNotifications } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import type { ResourceProgress } from './notification';
import { NotificationHub } from './notification-hub';
import { NotificationService } from './notification.service';

@Controller()
export class NotificationHandlers {
  constructor(
    private readonly notifications: NotificationService,
    private readonly hub: NotificationHub,
  ) {}

  @Handles(streamNotifications)
  follow({ params: { kbid }, principal, signal }: Request<typeof streamNotifications>) {
    return this.notifications.follow(kbid, principal, signal);
  }

  @On(resourceProgressed)
  tell(progress: ResourceProgress): void {
    this.hub.tell(progress);
  }
}
