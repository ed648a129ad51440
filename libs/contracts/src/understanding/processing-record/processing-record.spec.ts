import { membersOf } from '../../validation/answers.fixture';
import { above, below, changed, required, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { CancelPayload } from './processing-record.dto';
import * as records from './processing-record.operations';

const label = "String should match pattern '^[a-z0-9_-]{1,250}$'";
const listed = (query: object) => faults(records.listProcessingRequests, { query });

describe('records of pushes', () => {
  it('are for keys of accounts, and read at both versions', () => {
    const callers = 'any of nothing; nua';
    expect(routesOf(...Object.values(records))).toEqual({
      'GET /processing/requests': `200 json; ${callers}`,
      'GET /api/v2/processing/status': `200 json; ${callers}`,
      'GET /processing/requests/{processing_id}': `200 json; ${callers}`,
      'GET /api/v2/processing/status/{processing_id}': `200 json; ${callers}`,
      'GET /processing/stats': `200 json; ${callers}`,
      'POST /processing/requests/{processing_id}/webhook': `200 null; ${callers}`,
      'DELETE /processing/requests': `200 null; ${callers}`,
    });
  });

  it('can be cancelled while the disk is full; only a webhook that is told again needs room', () => {
    expect(conductOf(...Object.values(records))).toEqual({
      'understanding.processing.list': '30 s',
      'understanding.processing.get': '30 s',
      'understanding.processing.stats': '30 s',
      'understanding.processing.replay-webhook': '30 s, needs room',
      'understanding.processing.cancel': '30 s',
    });
  });

  it('are listed twenty at a time, in the order of the pushes', () => {
    expect(received(records.listProcessingRequests, { query: {} }).query).toEqual({
      limit: 20,
      sort_on: 'timestamp',
      sort_order: 'asc',
    });
  });

  it('are listed as a query says', () => {
    const query = { cursor: 'c', limit: '1000', scheduled: 'False', kbid: 'pages', sort_on: 'completed_at' };
    expect(received(records.listProcessingRequests, { query: { ...query, sort_order: 'desc' } }).query).toEqual({
      cursor: 'c',
      limit: 1_000,
      scheduled: false,
      kbid: 'pages',
      sort_on: 'completed_at',
      sort_order: 'desc',
    });
  });

  it.each([
    ['limit', '1000', '1001', above(1_000)],
    ['limit', '1', '0', below(1)],
    ['cursor', text(256), text(257), tooLong(256)],
    ['kbid', text(250), 'My box', label],
    ['scheduled', '1', 'soon', 'Input should be a valid boolean, unable to interpret input'],
    ['sort_on', 'scheduled_at', 'title', "Input should be 'timestamp', 'scheduled_at' or 'completed_at'"],
    ['sort_order', 'asc', 'up', "Input should be 'asc' or 'desc'"],
  ])('are listed by a proper %s only', (name, good, bad, fault) => {
    expect([listed({ [name]: good }), listed({ [name]: bad })]).toEqual([[], [`query.${name}: ${fault}`]]);
  });

  it('are counted, of one knowledge box or of all', () => {
    const counted = (query: object) => faults(records.getProcessingStats, { query });
    expect([counted({}), counted({ kbid: 'pages' })]).toEqual([[], []]);
    expect(counted({ kbid: '' })).toEqual([`query.kbid: ${label}`]);
    expect(membersOf(`${__dirname}/processing-record.dto.ts`, 'ProcessingStats')).toBe('incomplete, scheduled');
  });

  it('are read by an id of at most 64 characters', () => {
    const read = (processing_id: string) => faults(records.getProcessingRequest, { path: { processing_id } });
    expect([read(text(64)), read(text(65))]).toEqual([[], [`path.processing_id: ${tooLong(64)}`]]);
  });

  it.each([
    ['kbid', 'pages', undefined, required],
    ['kbid', 'pages', 'My box', label],
    ['resource_id', null, 'A', label],
  ])('are cancelled by a proper %s', (at, good, bad, fault) => {
    const cancelled = (value: unknown) => faults(records.cancelProcessing, { body: changed({ kbid: 'a' }, at, value) });
    expect(wireOf(CancelPayload, { kbid: 'a' })).toEqual({ kbid: 'text!', resource_id: 'null text' });
    expect([cancelled(good), cancelled(bad)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });
});

describe('a record of a push', () => {
  const file = `${__dirname}/processing-record.dto.ts`;

  it('has every member, null where there is no value', () => {
    expect(membersOf(file, 'ProcessingRecord')).toBe(
      'processing_id, resource_id, kbid|null, title|null, labels, completed, scheduled, timestamp, ' +
        'completed_at|null, scheduled_at|null, failed, failure|null, retries, schedule_eta, schedule_order, request, ' +
        'response|null, webhook|null',
    );
    expect(membersOf(file, 'WebhookDelivery')).toBe('state, attempts, last_attempt_at, last_error|null');
  });

  it('is on a page that names the next one, or null on the last one', () => {
    expect(membersOf(file, 'ProcessingRecords')).toBe('results, cursor|null');
  });
});
