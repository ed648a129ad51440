import { pageNumber } from './page-number';

describe('the page of a conversation', () => {
  it('is the first, the last or the one of a number', () => {
    expect([pageNumber('first', 3), pageNumber('last', 3), pageNumber(2, 3)]).toEqual([1, 3, 2]);
  });

  it('is missing beyond the last', () => {
    expect([pageNumber(3, 3), pageNumber(4, 3)]).toEqual([3, undefined]);
  });
});
