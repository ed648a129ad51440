import { migrationDifferences } from '@lectern/testing';
import { searchSchema } from './search.database';

describe('the schema search', () => {
  it('is the same by migrations and by entities', async () => {
    expect(await migrationDifferences(searchSchema)).toEqual([]);
  });
});
