import { pageAt, placeOf } from './mcp-pages';

describe('a page of a list', () => {
  it('has everything where that is little', () => {
    expect(pageAt([1, 2], undefined)).toEqual({ items: [1, 2] });
    expect(pageAt([], undefined)).toEqual({ items: [] });
  });

  it('ends where there is much, and the next one continues after it', () => {
    const all = Array.from({ length: 5 }, (_, at) => `${at}${'x'.repeat(400_000)}`);
    const seen: string[] = [];
    for (let cursor: string | undefined = '0'; cursor !== undefined;) {
      const { items, nextCursor }: ReturnType<typeof pageAt<string>> = pageAt(all, cursor);
      expect(items.length).toBeLessThan(5);
      seen.push(...items);
      cursor = nextCursor;
    }
    expect(seen).toEqual(all);
  });

  it.each(['', '-1', '1.5', 'a', '9999999999', ' 1'])('begins at no cursor that no server gave: %j', (cursor) => {
    expect(() => placeOf(cursor)).toThrow('Invalid cursor');
  });

  it('is empty after the end', () => {
    expect(pageAt([1], '7')).toEqual({ items: [] });
  });
});
