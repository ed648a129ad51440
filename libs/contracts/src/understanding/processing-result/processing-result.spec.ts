import { membersOf } from '../../validation/answers.fixture';
import { tooLong, tooMany } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { resultTypes } from './processing-result.dto';
import { streamProcessingResults } from './processing-result.operations';

const faultsOf = (query: object, header: object = {}) => faults(streamProcessingResults, { query, header });
const written = (event: object) => streamProcessingResults.http?.respond?.(event, { formToken: '' });

describe('the stream of a result', () => {
  it('is server-sent events for keys of the account', () => {
    expect(routesOf(streamProcessingResults)).toEqual({
      'GET /processing/requests/{processing_id}/results': '200 events; any of nothing; nua',
    });
    expect(conductOf(streamProcessingResults)).toEqual({ 'understanding.processing.results': '30 s' });
  });

  it('has these kinds of events, in this order within a field', () => {
    expect(resultTypes).toEqual([
      'FullText',
      'Chunk',
      'Metadata',
      'Links',
      'FilePreview',
      'FileThumbnail',
      'GeneratedFile',
    ]);
  });

  it('has all kinds of events unless the query names some', () => {
    expect(received(streamProcessingResults, { query: {} }).query).toEqual({});
    expect(received(streamProcessingResults, { query: { data_types: 'Chunk' } }).query).toEqual({
      data_types: ['Chunk'],
    });
    expect(faultsOf({ data_types: ['FullText', 'chunk'] })).toEqual([
      "query.data_types.1: Input should be 'FullText', 'Chunk', 'Metadata', 'Links', 'FilePreview', 'FileThumbnail' " +
        "or 'GeneratedFile'",
    ]);
    expect(faultsOf({ data_types: list(50, () => 'Chunk') })).toEqual([]);
    expect(faultsOf({ data_types: list(51, () => 'Chunk') })).toEqual([`query.data_types: ${tooMany(50)}`]);
  });

  it('continues after an event that the client names', () => {
    expect(received(streamProcessingResults, { header: { 'last-event-id': '17' } }).header).toEqual({
      'last-event-id': '17',
    });
    expect(faultsOf({}, { 'last-event-id': text(33) })).toEqual([`header.last-event-id: ${tooLong(32)}`]);
  });

  it('writes an event with its number and kind, the end without a number, and else a comment', () => {
    const data = { type: 'FullText', processing_id: 'p', field: { field_type: 'text', field: 'body' }, split: null };
    expect(written({ id: 1, data })).toEqual({ event: { name: 'FullText', id: '1' }, body: data });
    const end = { type: 'end', completed: true, failed: false };
    expect(written({ data: end })).toEqual({ event: { name: 'end' }, body: end });
    expect(written({})).toEqual({ event: { comment: 'keep-alive' } });
  });

  it('has events whose members depend on their kind', () => {
    expect(membersOf(`${__dirname}/processing-result.dto.ts`, 'ResultEventData')).toBe(
      'type, processing_id?, field?, split?|null, data?, completed?, failed?',
    );
  });
});
