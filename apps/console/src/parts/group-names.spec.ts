import { groupNames } from './group-names';

describe('names of groups', () => {
  it.each([
    ['', []],
    [' crew \n\n/captain\n crew', ['crew', 'captain']],
    ['crew, harbour office;pilots', ['crew', 'harbour office', 'pilots']],
  ])('are read from %j', (text, names) => expect(groupNames(text)).toEqual(names));
});
