import { BOX_NOT_FOUND } from '../../core/http-binding';
import { streamOperation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../params';
import { NotificationItem, NOTIFICATIONS_S_MAX } from './notification.dto';

/**
 * Returns one JSON object per line as things happen, each line ended by a line feed. There is no history: what happened
 * before the request, or between two requests, is not sent. The server closes the stream after 118 seconds unless
 * configured; clients connect again. A resource that is uploaded is written, indexed, processed and indexed again, in
 * this order; more notifications of being indexed may come between and after these. A client that reads slower than
 * notifications arrive is disconnected.
 */
export const streamNotifications = streamOperation({
  name: 'kb.notification.stream',
  summary: 'Follow what happens in a knowledge box',
  http: {
    method: 'GET',
    unknownBox: BOX_NOT_FOUND,
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
