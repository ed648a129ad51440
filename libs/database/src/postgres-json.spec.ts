import { postgresJson, storable } from './postgres-json';

describe('JSON for Postgres', () => {
  it('is JSON', () => {
    const value = { a: ['b', 1, null], c: 'päper 😀 "quoted" \\u0000 \\\\' };
    expect(JSON.parse(postgresJson(value))).toEqual(value);
  });

  it('replaces what Postgres cannot store and keeps the length', () => {
    expect(JSON.parse(postgresJson(`a\0b\ud800c\\\0`))).toBe('a\ufffdb\ufffdc\\\ufffd');
  });
});

describe('a storable value', () => {
  it('is the same value where nothing must go', () => {
    const value = { a: 'b' };
    expect(storable(value)).toBe(value);
  });

  it('has no text that Postgres refuses', () => {
    expect(storable({ a: ['x\0'] })).toEqual({ a: ['x\ufffd'] });
  });
});
