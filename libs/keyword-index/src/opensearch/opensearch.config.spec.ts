import { readConfig } from '@lectern/config';
import { openSearchOptions, openSearchSlice } from './opensearch.config';

const optionsOf = (environment: Record<string, string>) =>
  openSearchOptions('eu-1', readConfig(openSearchSlice, environment));
const OPENSEARCH_URL = 'https://a:9200, https://b:9200/path';

describe('the settings of OpenSearch', () => {
  it('name no cluster when there is no address', () => {
    expect(optionsOf({})).toBeUndefined();
  });

  it('are complete with addresses alone, and give each zone its own names', () => {
    expect(optionsOf({ OPENSEARCH_URL })).toMatchObject({
      nodes: ['https://a:9200', 'https://b:9200/path'],
      prefix: 'lectern-eu-1',
      shards: 1,
      replicasMax: 1,
      timeoutMs: 10_000,
    });
    expect(optionsOf({ OPENSEARCH_URL, OPENSEARCH_INDEX_PREFIX: 'staging' })?.prefix).toBe('staging');
  });

  it.each([
    [{ OPENSEARCH_URL: 'a:9200' }, 'OPENSEARCH_URL: a:9200 must be like https://host:9200'],
    [
      { OPENSEARCH_URL: 'https://ada:s3cret@a:9200' },
      'OPENSEARCH_URL: https://…@a:9200 must be like https://host:9200',
    ],
    [{ OPENSEARCH_USERNAME: 'ada' }, 'OPENSEARCH_USERNAME and OPENSEARCH_PASSWORD are given together or not at all'],
    [{ OPENSEARCH_KEY_FILE: 'key' }, 'OPENSEARCH_CERT_FILE and OPENSEARCH_KEY_FILE are given together or not at all'],
    [
      { OPENSEARCH_USERNAME: 'ada', OPENSEARCH_PASSWORD: 's3cret', OPENSEARCH_AWS_REGION: 'eu-central-1' },
      'OPENSEARCH_AWS_REGION and OPENSEARCH_USERNAME exclude each other',
    ],
  ])('are refused as %j with a line that says why', (environment, message) => {
    expect(() => optionsOf({ OPENSEARCH_URL, ...environment })).toThrow(message);
  });

  it('do not take a prefix that no index may have', () => {
    expect(() => optionsOf({ OPENSEARCH_URL, OPENSEARCH_INDEX_PREFIX: 'Prod' })).toThrow(/OPENSEARCH_INDEX_PREFIX/);
  });
});
