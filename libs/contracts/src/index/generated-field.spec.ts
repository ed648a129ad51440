import { generatedFieldLabels } from './generated-field';

describe('fields that data augmentation made', () => {
  it.each([
    ['t', 'da-summary-t-body', ['/g/da/summary']],
    ['c', 'da-my-task-c-chat-1', ['/g/da/my-task']],
    ['f', 'da-summary-t-body', []],
    ['t', 'data', []],
    ['t', 'da-summary', []],
  ])('%s/%s has the labels %j', (letter, id, labels) => {
    expect(generatedFieldLabels({ letter, id })).toEqual(labels);
  });
});
