import { readConfig } from '@lectern/config';
import { qdrantConfig, qdrantOptions } from './qdrant.config';

const optionsOf = (environment: Record<string, string>) => qdrantOptions('eu-1', readConfig(qdrantConfig, environment));
const QDRANT_URL = 'https://qdrant:6333';

describe('the settings of Qdrant', () => {
  it('name no server when there is no address', () => {
    expect(optionsOf({ QDRANT_COLLECTION_PREFIX: 'staging' })).toBeUndefined();
  });

  it('are complete with an address alone, and give each zone its own names', () => {
    expect(optionsOf({ QDRANT_URL })).toMatchObject({ url: QDRANT_URL, prefix: 'lectern-eu-1', timeoutMs: 5_000 });
    expect(optionsOf({ QDRANT_URL, QDRANT_COLLECTION_PREFIX: 'staging' })?.prefix).toBe('staging');
  });

  it.each<Record<string, string>>([{ QDRANT_URL: 'qdrant:6333' }, { QDRANT_COLLECTION_PREFIX: 'Staging' }])(
    'are refused as %j with the name of what is wrong',
    (environment) => {
      expect(() => optionsOf({ QDRANT_URL, ...environment })).toThrow(Object.keys(environment)[0]);
    },
  );
});
