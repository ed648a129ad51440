import { entityBeginnings } from './entity-beginnings';

describe('beginnings of names', () => {
  it('are the query, its last two words and its last one', () => {
    expect(entityBeginnings('letters of  Ada Love')).toEqual(['letters of Ada Love', 'Ada Love', 'Love']);
    expect(entityBeginnings('Ada')).toEqual(['Ada']);
  });

  it('have three letters at least, and four where other words come first', () => {
    expect(entityBeginnings('Ada Lov')).toEqual(['Ada Lov']);
    expect(entityBeginnings('to Al')).toEqual(['to Al']);
    expect(entityBeginnings('Al')).toEqual([]);
    expect(entityBeginnings(' ')).toEqual([]);
  });

  it('are no whole questions, and nothing longer than a name', () => {
    expect(entityBeginnings('what did she write to Ada Love')).toEqual(['Ada Love', 'Love']);
    expect(entityBeginnings('x'.repeat(20_000))).toEqual([]);
  });
});
