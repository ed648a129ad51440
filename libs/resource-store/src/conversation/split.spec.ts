import { fieldOfSplit, identOfSplit, splitId } from './split';

describe('the id of a message', () => {
  it('has field and ident, whatever characters the ident has but a slash', () => {
    for (const ident of ['m1', 'a b', '%2F', 'é🌙', '..']) {
      const id = splitId('chat', ident);
      expect([fieldOfSplit(id), identOfSplit(id)]).toEqual(['chat', ident]);
    }
  });

  it('is no id of a field', () => {
    expect([fieldOfSplit('chat'), identOfSplit('chat')]).toEqual(['chat', undefined]);
  });
});
