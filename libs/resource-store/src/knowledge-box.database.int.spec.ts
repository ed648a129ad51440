import { migrationDifferences } from '@lectern/testing';
import { knowledgeBoxSchema } from './knowledge-box.database';

describe('the schema knowledge_box', () => {
  it('is the same by migrations and by entities', async () => {
    expect(await migrationDifferences(knowledgeBoxSchema)).toEqual([]);
  });
});
