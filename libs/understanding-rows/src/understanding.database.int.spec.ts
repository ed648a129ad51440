import { migrationDifferences } from '@lectern/testing';
import { understandingSchema } from './understanding.database';

describe('the schema understanding', () => {
  it('is the same by migrations and by entities', async () => {
    expect(await migrationDifferences(understandingSchema)).toEqual([]);
  });
});
