import { membersOf } from '../../validation/answers.fixture';
import { missingReasons, missingStages } from './missing-resource.dto';

const file = `${__dirname}/missing-resource.dto.ts`;

describe('why a resource is missing', () => {
  it('is one stage of the search, in the order in which it goes through them', () => {
    expect(missingStages.join(' ')).toBe('unknown failed index filters retrieval fusion texts order none');
  });

  it('is one reason for each ranking', () => {
    expect([...missingReasons].sort().join(' ')).toBe(
      'empty_query excluded_word failed min_score no_path no_phrase no_weight no_word not_embedded quotation window',
    );
  });

  it('has further members where the stage has something to say', () => {
    expect(membersOf(file, 'MissingResource')).toBe('stage, paragraph?, rank?, limit?, legs?');
    expect(membersOf(file, 'MissingLeg')).toBe('leg, reason, score?, min_score?, absent_words?, absent_phrases?');
  });
});
