import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { conductOf, routesOf } from '../../validation/requests.fixture';
import { notificationTypes } from './notification.dto';
import { streamNotifications } from './notification.operations';

describe('notifications', () => {
  it('are a stream of lines for readers with a credential of the box', () => {
    expect(routesOf(streamNotifications)).toEqual({
      'GET /kb/{kbid}/notifications': '200 ndjson; READER of kb; sa user pat',
    });
    expect(streamNotifications.stream).toBe(true);
    expect(streamNotifications.http?.contentType).toBe('binary/octet-stream');
    expect(streamNotifications.http?.unknownBox).toBe('Knowledge Box not found');
  });

  it('may be open for longer than any deployment keeps them open: an hour', () => {
    expect(conductOf(streamNotifications)).toEqual({ 'kb.notification.stream': '3610 s' });
  });

  it('write each event without an envelope', () => {
    expect(streamNotifications.http?.member).toBe('notification');
    const answer = (name: string) => membersOf(join(__dirname, 'notification.dto.ts'), name);
    expect(answer('KnowledgeBoxNotification')).toBe('type, data');
    expect(answer('NotificationData')).toBe(
      'resource_uuid, resource_title, seqid, operation?, error?, ingestion_succeeded?, processing_errors?',
    );
  });

  it('have the three types that clients count', () => {
    expect([...notificationTypes].sort()).toEqual(['resource_indexed', 'resource_processed', 'resource_written']);
  });
});
