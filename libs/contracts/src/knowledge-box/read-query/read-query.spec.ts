import { refusals } from '../../validation/refused.fixture';
import { validateInput } from '../../validation/validate';
import { extractedParts, FilePasswordHeader, ReindexQuery, ReprocessQuery, resourceShows } from './read-query.dto';

const read = (type: typeof ReprocessQuery | typeof ReindexQuery, query: object) =>
  validateInput({ query: type }, { query });

describe('what a read can show', () => {
  it('has the names that clients send', () => {
    expect([...resourceShows].sort()).toEqual(
      ['basic', 'errors', 'extra', 'extracted', 'origin', 'relations', 'security', 'values'].sort(),
    );
    expect([...extractedParts].sort()).toEqual(
      [
        ...['file', 'large_metadata', 'link', 'metadata', 'question_answers', 'relation_vectors'],
        ...['shortened_metadata', 'text', 'vectors'],
      ].sort(),
    );
  });
});

describe('flags of work', () => {
  it('are off without a value, and on in any spelling', () => {
    expect(read(ReprocessQuery, {})).toEqual({ query: { reset_title: false } });
    for (const on of ['TRUE', '1', 'Yes', 'on', 't', 'y'])
      expect(read(ReprocessQuery, { reset_title: on })).toEqual({ query: { reset_title: true } });
    for (const off of ['False', '0', 'NO', 'off', 'f', 'n'])
      expect(read(ReindexQuery, { reindex_vectors: off })).toEqual({ query: { reindex_vectors: false } });
  });

  it('count with their last value where they are repeated', () => {
    expect(read(ReprocessQuery, { reset_title: ['true', 'false'] })).toEqual({ query: { reset_title: false } });
  });
});

describe('the password of a file', () => {
  it('may have blanks, and any characters', () => {
    for (const password of [' ', "UTF-8''p%C3%A4ss%20", 'Pässwört'])
      expect(refusals(FilePasswordHeader, { 'x-file-password': password })).toEqual([]);
    expect(refusals(FilePasswordHeader, {})).toEqual([]);
  });
});
