import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { samples } from './samples';

describe('the sample documents', () => {
  it('are those of the folder of examples', () => {
    const files = readdirSync(resolve(__dirname, '../../../../../examples'));
    const documents = files.filter((name) => name !== 'README.md' && name !== 'questions.json');
    expect(Object.keys(samples)).toEqual(documents.sort());
  });
});
