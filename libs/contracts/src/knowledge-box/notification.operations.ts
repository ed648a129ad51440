import { streamOperation } from '../core/operation';
import type { Integer } from '../core/integer';
import { KnowledgeBoxTarget } from './params';

/** Kinds of notifications. */
export const notificationTypes = ['resource_written', 'resource_processed', 'resource_indexed'] as const;
/**
 * `resource_written`: a resource was created, changed or deleted; `resource_processed`: its fields were processed;
 * `resource_indexed`: more of it can be found.
 */
export type NotificationType = (typeof notificationTypes)[number];

/** What happened to a resource. Members depend on the type of the notification. */
export class NotificationData {
  /** Id of the resource. */
  resource_uuid!: string;
  /** Its title. */
  resource_title!: string;
  /** Its number in the processing queue; 0 when it was never there. */
  seqid!: Integer;
  /** `resource_written`: what was done. */
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
  /** What happened. */
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

/**
 * Returns one JSON object per line as things happen, each line ended by a line feed. There is no history: what happened
 * before the request, or between two requests, is not told. The server closes the stream after 118 seconds unless
 * configured; clients connect again. A resource that is uploaded is written, indexed, processed and indexed again, in
 * this order; more notifications of being indexed may come between and after these. A client that reads slower than
 * notifications arrive is disconnected.
 */
export const streamNotifications = streamOperation({
  name: 'kb.notification.stream',
  summary: 'Follow what happens in a knowledge box',
  http: {
    method: 'GET',
    path: '/api/v1/kb/{kbid}/notifications',
    host: 'zone',
    success: 200,
    reply: 'ndjson',
    contentType: 'binary/octet-stream',
    member: 'notification',
  },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'READER', on: 'kb' },
  params: KnowledgeBoxTarget,
  answer: NotificationItem,
  fails: { rate_limited: 'Too many requests, or too many clients follow this knowledge box.' },
  deadlineMs: (NOTIFICATIONS_S_MAX + 10) * 1_000,
});
