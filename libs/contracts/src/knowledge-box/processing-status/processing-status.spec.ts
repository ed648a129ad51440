import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { conductOf, faults, received, routesOf } from '../../validation/requests.fixture';
import { listProcessingStatus } from './processing-status.operations';

describe('the processing status of a box', () => {
  it('is read by readers with a credential of the box', () => {
    expect(routesOf(listProcessingStatus)).toEqual({
      'GET /kb/{kbid}/processing-status': '200 json; READER of kb; sa user pat',
    });
    expect(conductOf(listProcessingStatus)).toEqual({ 'kb.processing.list': '10 s' });
    expect(listProcessingStatus.http?.unknownBox).toBe('Knowledge Box not found');
  });

  it('begins with the first 20 resources, whether their work waits or runs', () => {
    expect(received(listProcessingStatus, {})).toEqual({ query: { limit: 20 } });
    const query = { cursor: '0f'.repeat(16), scheduled: 'true', limit: '200' };
    expect(received(listProcessingStatus, { query })).toEqual({ query: { ...query, scheduled: true, limit: 200 } });
    expect(received(listProcessingStatus, { query: { scheduled: '0' } })).toMatchObject({
      query: { scheduled: false },
    });
  });

  it.each([
    [{ limit: '0' }, 'query.limit: Input should be greater than or equal to 1'],
    [{ limit: '201' }, 'query.limit: Input should be less than or equal to 200'],
    [{ limit: 'all' }, 'query.limit: Input should be a valid integer, unable to parse string as an integer'],
    [{ scheduled: 'soon' }, 'query.scheduled: Input should be a valid boolean, unable to interpret input'],
    [{ cursor: 'abc' }, "query.cursor: String should match pattern '^[0-9a-f]{32}$'"],
    [{ cursor: '0F'.repeat(16) }, "query.cursor: String should match pattern '^[0-9a-f]{32}$'"],
  ])('refuses %j', (query, fault) => {
    expect(faults(listProcessingStatus, { query })).toEqual([fault]);
  });

  it('has every member that clients read, of each item', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'processing-status.dto.ts'), name);
    expect(answer('ProcessingStatus')).toBe('results, cursor|null, waiting');
    expect(answer('ProcessingStatusItem')).toBe(
      'processing_id, resource_id, kbid, title, labels, completed, scheduled, timestamp, completed_at|null, ' +
        'scheduled_at|null, failed, retries, schedule_eta|null, schedule_order, waits_for',
    );
    expect(answer('ProcessingBacklog')).toBe('waiting, rate|null, eta_s|null');
  });
});
