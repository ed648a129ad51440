import type { Integer } from '../../core/integer';

/** Kinds of notifications. */
export const notificationTypes = ['resource_written', 'resource_processed', 'resource_indexed'] as const;

/**
 * `resource_written`: a resource was created, changed or deleted; `resource_processed`: its fields were processed;
 * `resource_indexed`: more of it can be found.
 */
export type NotificationType = (typeof notificationTypes)[number];

/** An event of a resource. Members depend on the type of the notification. */
export class NotificationData {
  /** Id of the resource. */
  resource_uuid!: string;
  /** Its title. */
  resource_title!: string;
  /** Its number in the processing queue; 0 when it was never there. */
  seqid!: Integer;
  /** `resource_written`: the kind of write. */
  operation?: 'created' | 'modified' | 'deleted';
  /** `resource_written`: always false, as what fails is not written. */
  error?: boolean;
  /** `resource_processed`: whether processing came to its end. */
  ingestion_succeeded?: boolean;
  /** `resource_processed`: whether a field has errors. */
  processing_errors?: boolean;
}

/** Something happened in a knowledge box. */
export class KnowledgeBoxNotification {
  /** The event. */
  type!: NotificationType;
  /** To which resource, and how. */
  data!: NotificationData;
}

/** One value of the stream of notifications. */
export class NotificationItem {
  /** Absent in the first value, which opens the stream. */
  notification?: KnowledgeBoxNotification;
}

/** Longest time that a stream of notifications stays open, in seconds. */
export const NOTIFICATIONS_S_MAX = 3_600;
