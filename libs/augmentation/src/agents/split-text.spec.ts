import { validate } from '@lectern/contracts/core';
import { AgentParameters } from '@lectern/contracts/understanding';
import { textOfSplits } from './split-text';

const parametersOf = (splits: readonly string[], members: object = {}) =>
  validate(AgentParameters, { name: 'a', operations: [{}], filter: { splits }, ...members });
/** Three messages, the second with two paragraphs. */
const conversation = {
  text: '🌙 Moon.\nSea.\nTide.\nSky.',
  paragraphs: [
    { key: 'r/c/chat/one/0-7', start: 0, end: 7 },
    { key: 'r/c/chat/two/0-4', start: 8, end: 12 },
    { key: 'r/c/chat/two/5-10', start: 13, end: 18 },
    { key: 'r/c/chat/three/0-4', start: 19, end: 23 },
  ],
};

describe('what an agent with splits reads', () => {
  it('are these messages of a conversation, with their paragraphs where they are then', () => {
    const read = textOfSplits(parametersOf(['three', 'two']), conversation);
    expect(read?.text).toBe('Sea.\nTide.\nSky.');
    const parts = read?.paragraphs.map(({ key, start, end }) => [key, read.text.slice(start, end)]);
    expect(parts).toEqual([
      ['r/c/chat/two/0-4', 'Sea.'],
      ['r/c/chat/two/5-10', 'Tide.'],
      ['r/c/chat/three/0-4', 'Sky.'],
    ]);
    expect(textOfSplits(parametersOf(['one']), conversation)?.text).toBe('🌙 Moon.');
    expect(textOfSplits(parametersOf(['four']), conversation)).toBeUndefined();
  });

  it('is any other text only as the split 0, and a row of a dataset as the one that it is', () => {
    const field = { text: 'Sea.', paragraphs: [{ key: 'r/t/a/0-4', start: 0, end: 4 }] };
    expect(textOfSplits(parametersOf(['0']), field)).toBe(field);
    expect(textOfSplits(parametersOf(['one']), field)).toBeUndefined();
    const row = { text: 'Sea.', paragraphs: [], split: 'one' };
    expect(textOfSplits(parametersOf(['one']), row)).toBe(row);
    expect(textOfSplits(parametersOf(['0']), row)).toBeUndefined();
  });

  it('is everything without splits, and with a filter expression, which replaces the filter', () => {
    expect(textOfSplits(parametersOf([]), conversation)).toBe(conversation);
    const expression = { filter_expression_json: '{"field": {"prop": "label"}}' };
    expect(textOfSplits(parametersOf(['one'], expression), conversation)).toBe(conversation);
  });
});
