import { passagePlace, within } from './passage-id';

describe('the id of a paragraph', () => {
  it('names a field and a range', () => {
    expect(passagePlace('r1/f/guide/10-25')).toEqual({
      rid: 'r1',
      fieldType: 'file',
      fieldId: 'guide',
      start: 10,
      end: 25,
    });
  });

  it('names the message of a conversation', () => {
    expect(passagePlace('r1/c/chat/m7/0-3')).toMatchObject({ fieldType: 'conversation', fieldId: 'chat', split: 'm7' });
  });

  it.each(['', 'r1', 'r1/f/guide', 'r1/z/guide/1-2', 'r1/f/guide/1-', 'r1/f/guide/-2', 'r1/f/a/b/c/1-2'])(
    'is not %j',
    (id) => {
      expect(passagePlace(id)).toBeUndefined();
    },
  );
});

describe('a range within another', () => {
  it.each([
    [
      { start: 5, end: 9 },
      { start: 5, end: 9 },
    ],
    [
      { start: 0, end: 7 },
      { start: 3, end: 7 },
    ],
    [
      { start: 8, end: 99 },
      { start: 8, end: 20 },
    ],
    [{ start: 3, end: 20 }, undefined],
    [{ start: 0, end: 2 }, undefined],
  ])('of 3 to 20: %j is %j', (range, part) => {
    expect(within(range, { start: 3, end: 20 })).toEqual(part);
  });
});
