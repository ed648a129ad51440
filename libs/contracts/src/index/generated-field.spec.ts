import { generatedFieldLabels } from './generated-field';

describe('fields that data augmentation made of any source', () => {
  it.each(['a', 'c', 'f', 'k', 't', 'u'])('have the letter of the source in their id: %s', (source) => {
    for (const letter of ['t', 'c'])
      expect(generatedFieldLabels({ letter, id: `da-task-${source}-body` })).toEqual(['/g/da/task']);
  });

  it('have a letter and an id of a source: others are ordinary fields', () => {
    for (const id of ['da-task-x-body', 'da-task-t-', 'da-task-t', 'da--t-body', 'DA-task-t-body', 'xda-task-t-body'])
      expect([id, generatedFieldLabels({ letter: 't', id })]).toEqual([id, []]);
  });

  it('have the first task whose name fits, so that a field may be called as it likes', () => {
    expect(generatedFieldLabels({ letter: 't', id: 'da-a-t-b-c-d' })).toEqual(['/g/da/a']);
    expect(generatedFieldLabels({ letter: 't', id: 'da-my-task-t-da-other-t-x' })).toEqual(['/g/da/my-task']);
  });
});

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
