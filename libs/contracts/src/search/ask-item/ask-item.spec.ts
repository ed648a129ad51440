import { membersOf } from '../../validation/answers.fixture';
import { askStatuses } from './ask-item.dto';

const file = `${__dirname}/ask-item.dto.ts`;

describe('the statuses of an answer', () => {
  it('are texts of numbers', () => {
    expect(askStatuses).toEqual({ success: '0', error: '-1', no_context: '-2', no_retrieval_data: '-3' });
  });
});

describe('items of an answer', () => {
  it.each([
    ['ReasoningItem', 'type, text'],
    ['AnswerItem', 'type, text'],
    ['AnswerJsonItem', 'type, object'],
    ['RetrievalItem', 'type, results, best_matches'],
    ['PrequeriesItem', 'type, results'],
    ['StatusItem', 'type, code, status, details?'],
    ['AugmentedContextItem', 'type, augmented'],
    ['CitationsItem', 'type, citations, sentences'],
    ['FootnoteCitationsItem', 'type, footnote_to_context, sentences'],
    ['MetadataItem', 'tokens, timings, type'],
    ['ConsumptionItem', 'normalized_tokens, customer_key_tokens, type'],
    ['RelationsItem', 'type, relations'],
    ['DebugItem', 'type, metadata, metrics'],
    ['ErrorItem', 'type, error'],
  ])('%s has the members that clients read', (name, members) => {
    expect(membersOf(file, name)).toBe(members);
  });

  it('say where an added text is, and which paragraph brought it', () => {
    expect(membersOf(file, 'AugmentedBlock')).toBe('id, text, position?, parent?, augmentation_type');
    expect(membersOf(file, 'AugmentedContext')).toBe('paragraphs, fields');
  });

  it('show with debug what the model got', () => {
    expect(membersOf(file, 'AskDebug')).toBe('prompt_context, predict_request');
  });
});
