import { createContext, runInContext } from 'node:vm';
import { isGiven, memberNamed, messageOf } from './foreign-value';

describe('memberNamed', () => {
  it('reads members of objects and lists, own or inherited', () => {
    expect(memberNamed({ code: 'ENOENT' }, 'code')).toBe('ENOENT');
    expect(memberNamed(Object.create({ code: 1 }), 'code')).toBe(1);
    expect(memberNamed(['a'], 'length')).toBe(1);
  });

  it.each([undefined, null, 'text', 7, true, {}])('finds none in %j', (value) => {
    expect(memberNamed(value, 'code')).toBeUndefined();
  });
});

describe('messageOf', () => {
  it('is the message of an error, also of another realm, and of what only looks like one', () => {
    expect(messageOf(new Error('broken'))).toBe('broken');
    expect(messageOf(runInContext('new Error("far")', createContext()))).toBe('far');
    expect(messageOf({ message: 7 })).toBe('7');
  });

  it.each([
    ['text', 'text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{ code: 1 }, '[object Object]'],
  ])('of %j is its text', (thrown, text) => {
    expect(messageOf(thrown)).toBe(text);
  });
});

describe('isGiven', () => {
  it.each([0, '', false, Number.NaN, [], {}])('accepts %j', (value) => {
    expect(isGiven(value)).toBe(true);
  });

  it.each([null, undefined])('refuses %s', (value) => {
    expect(isGiven(value)).toBe(false);
  });
});
