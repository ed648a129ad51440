import { membersOf } from '../../validation/answers.fixture';
import { above, below, changed, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { PullExtension, PullPayload, type PulledMessages } from './processing-queue.dto';
import {
  extendProcessingPull,
  getProcessingPullStatus,
  pullProcessing,
  pullProcessingLegacy,
} from './processing-queue.operations';

const operations = [pullProcessing, extendProcessingPull, getProcessingPullStatus, pullProcessingLegacy];
const page = { formToken: '' };
const file = `${__dirname}/processing-queue.dto.ts`;

describe('the queue of a NUA client', () => {
  it('is at both versions, and for clients that count at the first one', () => {
    const callers = 'any of nothing; nua';
    expect(routesOf(...operations)).toEqual({
      'POST /processing/pull': `200 json; ${callers}`,
      'POST /api/v2/processing/pull': `200 json; ${callers}`,
      'POST /processing/pull/in_progress': `200 null; ${callers}`,
      'POST /api/v2/processing/pull/in_progress': `200 null; ${callers}`,
      'GET /processing/pull/status': `200 json; ${callers}`,
      'GET /api/v2/processing/pull/status': `200 json; ${callers}`,
      'GET /processing/pull': `200 json; ${callers}`,
    });
  });

  it('is waited at for half a minute, which the deadline leaves room for', () => {
    expect(Object.values(conductOf(...operations))).toEqual(['60 s', '60 s', '60 s', '60 s']);
  });

  it('takes no result away for the lack of room', () => {
    expect(operations.map(({ fails }) => fails?.storage_full)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a pull', () => {
  it('takes one result and waits five seconds unless it says otherwise', () => {
    expect(wireOf(PullPayload, {})).toEqual({
      timeout: 'null whole fraction = 5',
      limit: 'null whole = 1',
      ack: 'null list = []',
    });
    expect(received(pullProcessing, { body: { limit: 1 } }).body).toEqual({ timeout: 5, limit: 1, ack: [] });
  });

  it('may only acknowledge', () => {
    expect(faults(pullProcessing, { body: { limit: 0, ack: ['a'] } })).toEqual([]);
  });

  it.each([
    ['timeout', 30, 30.5, above(30)],
    ['timeout', 0, -1, below(0)],
    ['limit', 100, 101, above(100)],
    ['limit', 0, -1, below(0)],
    ['ack', list(1_000, String), list(1_001, String), tooMany(1_000)],
    ['ack.0', text(128), text(129), tooLong(128)],
  ])('takes a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faults(pullProcessing, { body: changed({ ack: ['a'] }, at, value) });
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });

  it('of nothing is answered 204 without a body, and read as no results', () => {
    const none: PulledMessages = { messages: [], ttl: 60, pending: 0 };
    expect(pullProcessing.http?.respond?.(none, page)).toEqual({ status: 204 });
    expect(pullProcessing.http?.alsoAnswers).toEqual([204]);
    expect(pullProcessing.http?.read?.(undefined, 204)).toEqual({ messages: [], ttl: 0, pending: 0 });
  });

  it('of something is answered with it', () => {
    const some = { messages: [{ payload: 'aaaa', headers: {}, ack_token: 'a', seq: 17 }], ttl: 60, pending: 1 };
    expect(pullProcessing.http?.respond?.(some, page)).toEqual({ body: some });
    expect(pullProcessing.http?.read?.(some, 200)).toEqual(some);
  });

  it('has results with what acknowledges and orders them', () => {
    expect(membersOf(file, 'PulledMessages')).toBe('messages, ttl, pending');
    expect(membersOf(file, 'PulledMessage')).toBe('payload, headers, ack_token, seq');
    expect(membersOf(file, 'PullStatus')).toBe('pending');
  });
});

describe('more time for results', () => {
  it('is asked for by what acknowledges them', () => {
    expect(wireOf(PullExtension, {})).toEqual({ ack: 'null list = []' });
    const faultsAt = (ack: unknown) => faults(extendProcessingPull, { body: { ack } });
    expect(faultsAt(list(1_000, String))).toEqual([]);
    expect(faultsAt(list(1_001, String))).toEqual([`body.ack: ${tooMany(1_000)}`]);
  });
});

describe('a pull by a cursor', () => {
  it('takes numbers as the texts that queries are', () => {
    const query = { timeout: '1.5', partition: '1', from_cursor: '17', limit: '100' };
    expect(received(pullProcessingLegacy, { query }).query).toEqual({
      timeout: 1.5,
      partition: '1',
      from_cursor: 17,
      limit: 100,
    });
    expect(received(pullProcessingLegacy, { query: {} }).query).toEqual({});
  });

  it.each([
    ['timeout', '30', '31', above(30)],
    ['from_cursor', '0', '-1', below(0)],
    ['limit', '100', '101', above(100)],
    ['limit', '1', '0', below(1)],
  ])('takes a proper %s only', (name, good, bad, fault) => {
    const faultsAt = (value: string) => faults(pullProcessingLegacy, { query: { [name]: value } });
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`query.${name}: ${fault}`]]);
  });

  it('answers every member, null where there is no result', () => {
    expect(membersOf(file, 'LegacyPulled')).toBe('status, payload|null, payloads, msgid|null, cursor|null');
  });
});
