import { isObject } from './json-object';

describe('isObject', () => {
  it.each([{}, { list: [] }, new Date(0), Object.create(null)])('accepts objects', (value) => {
    expect(isObject(value)).toBe(true);
  });

  it.each([null, undefined, [], [{}], 'text', '', 0, true])('refuses %j', (value) => {
    expect(isObject(value)).toBe(false);
  });
});
