import { membersOf } from '../../validation/answers.fixture';
import { changed, extra, required, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { activityDownloadFormats, ActivityDownloadPayload } from './activity-download.dto';
import { fetchActivityFile, getActivityDownload, requestActivityDownload } from './activity-download.operations';

const operations = [requestActivityDownload, getActivityDownload, fetchActivityFile];
const kbid = 'f312ad155fdb40f3a6a1ec26e0617070';
const smallest = { year_month: '2026-05', filters: {} };
const faultsOf = (body: unknown) => faults(requestActivityDownload, { body });

describe('files of activity', () => {
  it('are requested by readers, and fetched by who has their address', () => {
    expect(routesOf(...operations)).toEqual({
      'POST /kb/{kbid}/activity/{event_type}/query/download': '200 json; READER of kb; sa user pat',
      'GET /kb/{kbid}/activity/download_request/{request_id}': '200 json; READER of kb; sa user pat',
      'GET /activity_file/{token}': '200 binary; any of nothing; none',
    });
    expect(conductOf(...operations)).toEqual({
      'search.activity.download': '20 s, needs room',
      'search.activity.download-status': '20 s',
      'search.activity.file': '20 s',
    });
    expect(fetchActivityFile.http?.alsoAnswers).toEqual([206, 307]);
  });

  it('are lines of JSON, or a table', () => {
    expect(activityDownloadFormats).toEqual(['ndjson', 'csv']);
    const accepted = (accept: string) => faults(requestActivityDownload, { header: { accept }, body: smallest });
    expect([accepted('text/csv'), accepted(text(1_024))]).toEqual([[], []]);
    expect(accepted(text(1_025))).toEqual([`header.accept: ${tooLong(1_024)}`]);
  });

  it('have all rows that meet the conditions, without pages', () => {
    expect(wireOf(ActivityDownloadPayload, smallest)).toEqual({
      year_month: 'text!',
      show: "null list 'all'",
      filters: 'object!',
      email_address: 'null text',
      notify_via_email: 'null flag',
    });
    expect(faultsOf({ ...smallest, pagination: { limit: 5 } })).toEqual([`body.pagination: ${extra}`]);
  });

  it.each([
    ['year_month', '2026-05', undefined, required],
    ['filters', {}, undefined, required],
    ['email_address', 'ada@example.org', 'ada', 'Value error, email_address must be an email'],
    ['unknown', undefined, 1, extra],
  ])('take a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed<object>(smallest, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });

  it('are told to somebody by mail', () => {
    expect(faultsOf({ ...smallest, notify_via_email: true, email_address: 'ada@example.org' })).toEqual([]);
    expect(faultsOf({ ...smallest, notify_via_email: false })).toEqual([]);
    for (const email_address of [undefined, null])
      expect(faultsOf({ ...smallest, notify_via_email: true, email_address })).toEqual([
        'body: Value error, `notify_via_email` needs an `email_address`',
      ]);
  });

  it('have an address of letters that need no encoding', () => {
    const fetched = (token: string) => faults(fetchActivityFile, { path: { token } });
    expect(fetched('Az09_-')).toEqual([]);
    for (const token of ['', 'a/b', 'a b', 'a%2e', text(101)]) expect(fetched(token)).toHaveLength(1);
  });

  it('are asked for by the id of their request', () => {
    const asked = (request_id: string) => faults(getActivityDownload, { path: { kbid, request_id } });
    expect([asked(text(100)), asked(text(101))]).toEqual([[], [`path.request_id: ${tooLong(100)}`]]);
  });

  it('have an address once they are written, and else null', () => {
    expect(membersOf(`${__dirname}/activity-download.dto.ts`, 'ActivityDownload')).toBe(
      'request_id, download_type, download_format, event_type, requested_at, kb_id, download_url|null, error?',
    );
  });
});
