import { required } from '../../validation/members.fixture';
import { faults, list, received, routesOf } from '../../validation/requests.fixture';
import { usageMetrics } from './usage.dto';
import * as usage from './usage.operations';

const ask = (query: Record<string, unknown>) => faults(usage.getAccountUsage, { query });
const FROM = '2026-01-01T00:00:00Z';

describe('usage', () => {
  it('is seen by members; processes of the deployment deliver it', () => {
    expect(routesOf(...Object.values(usage))).toEqual({
      'GET /account/{account}/usage': '200 json; AMEMBER or AOWNER of account; user pat',
      'POST /peer/accounts.usage.record': '200 json; any of nothing; peer',
      'POST /peer/accounts.usage.position': '200 json; any of nothing; peer',
      'POST /peer/accounts.usage.forget': '200 json; any of nothing; peer',
    });
  });

  it('is of a time from somewhere, summed as a whole where nothing else is said', () => {
    expect(received(usage.getAccountUsage, { query: { from: FROM } }).query).toEqual({
      from: FROM,
      aggregation: 'millennium',
    });
    expect(ask({})).toEqual([`query.from: ${required}`]);
    for (const aggregation of ['hour', 'day', 'week', 'month', 'quarter', 'year', 'millennium'])
      expect(ask({ from: FROM, aggregation })).toEqual([]);
    for (const query of [{ aggregation: 'minute' }, { to: 'soon' }, { from: 'yesterday' }])
      expect([query, ask({ from: FROM, ...query }).length]).toEqual([query, 1]);
  });

  it('has fifteen metrics', () => {
    expect(usageMetrics.join(' ')).toBe(
      'pre_processing_time slow_processing_time resources_processed bytes_processed chars_processed ' +
        'media_seconds_processed media_files_processed pages_processed paragraphs_processed train_seconds ' +
        'searches_performed suggestions_performed ai_tokens_used svc_tokens svc_tokens_billed',
    );
  });

  it('is delivered in parts of at most 500 events', () => {
    const part = (count: number) => ({
      body: { journal: 'j', from: 0, to: 9, events: list(count, () => ({ event: {} })) },
    });
    expect(faults(usage.recordUsage, part(500))).toEqual([]);
    expect(faults(usage.recordUsage, part(501))).toHaveLength(1);
  });
});
