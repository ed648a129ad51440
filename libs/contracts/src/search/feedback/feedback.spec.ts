import { changed, empty, required, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { FeedbackPayload } from './feedback.dto';
import { exportFeedback, sendFeedback } from './feedback.operations';

const kbid = 'f312ad155fdb40f3a6a1ec26e0617070';
const smallest = { ident: '4ff5e06cd43f4ccc82eb8cf1c202b212', good: true, task: 'CHAT' };

describe('feedback', () => {
  it('is sent by readers, and collected by NUA keys of the account', () => {
    expect(routesOf(sendFeedback, exportFeedback)).toEqual({
      'POST /kb/{kbid}/feedback': '200 null; READER of kb; sa user pat eph',
      'GET /collect/feedback/{kbid}': '200 text; any of kb; nua',
      'GET /collect/feedback/{kbid}/{month}': '200 text; any of kb; nua',
    });
    expect(conductOf(sendFeedback, exportFeedback)).toEqual({
      'search.feedback.send': '10 s',
      'search.feedback.export': '20 s',
    });
  });

  it('says with a final dot that the box was not found', () => {
    expect(sendFeedback.http?.unknownBox).toBe('Knowledge Box not found.');
  });

  it('is exported as CSV', () => {
    expect(exportFeedback.http?.contentType).toBe('text/csv');
    expect(exportFeedback.http?.member).toBe('text');
  });

  it('names an answer, and says whether it is good', () => {
    expect(wireOf(FeedbackPayload, smallest)).toEqual({
      ident: 'text!',
      good: 'flag!',
      task: "'CHAT'!",
      feedback: 'null text',
      text_block_id: 'null text',
    });
    expect(received(sendFeedback, { body: smallest })).toEqual({
      query: undefined,
      header: { 'x-kbdb-client': 'api' },
      body: smallest,
    });
    expect(faults(sendFeedback, { body: {} })).toEqual(
      ['ident', 'good', 'task'].map((name) => `body.${name}: ${required}`),
    );
  });

  it.each([
    ['ident', text(256), text(257), tooLong(256)],
    ['ident', 'unknown', '', empty],
    ['good', false, 'fine', 'Input should be a valid boolean, unable to interpret input'],
    ['task', 'CHAT', 'SEARCH', "Input should be 'CHAT'"],
    ['feedback', text(10_000), text(10_001), tooLong(10_000)],
    ['text_block_id', text(1_024), text(1_025), tooLong(1_024)],
  ])('takes a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faults(sendFeedback, { body: changed(smallest, at, value) });
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });

  it('is collected of one month, or of all', () => {
    const collected = (month?: string) => faults(exportFeedback, { path: { kbid, month } });
    for (const month of [undefined, '2026-01', '2026-09', '2026-10', '2026-12']) expect(collected(month)).toEqual([]);
    for (const month of ['2026-00', '2026-13', '2026-5', '2026', '2026-05-01'])
      expect(collected(month)).toHaveLength(1);
  });
});
