import fc from 'fast-check';
import { type AnySequence, changed, firstOf, pagesOf, resourceOf, resourcesOf } from './paragraph';

function paged<T>(pages: readonly (readonly T[])[]): AnySequence<T> {
  async function* each(): AsyncGenerator<Iterable<T>> {
    yield* pages;
  }
  return { length: pages.flat().length, pages: each };
}

async function all<T>(things: AnySequence<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const page of pagesOf(things)) found.push(...page);
  return found;
}

const pages = fc.array(fc.array(fc.integer(), { maxLength: 4 }), { maxLength: 4 });

describe('the resource of a paragraph', () => {
  it('is what its id begins with', () => {
    expect(resourceOf('a1/t/body/0-5')).toBe('a1');
  });

  it('is named once for all of its paragraphs, in the order of the first ones', () => {
    expect(resourcesOf(['b/t/x/0-1', 'a/t/x/0-1', 'b/t/x/1-2'])).toEqual(['b', 'a']);
    expect(resourcesOf([])).toEqual([]);
  });
});

describe('a sequence', () => {
  it('has the same things on one page as on several, however often it is gone through', async () => {
    await fc.assert(
      fc.asyncProperty(pages, async (those) => {
        for (const things of [those.flat(), paged(those)]) {
          expect(await all(things)).toEqual(those.flat());
          expect(await all(things)).toEqual(those.flat());
        }
      }),
    );
  });

  it('begins with the first thing there is, also behind empty pages', async () => {
    await fc.assert(
      fc.asyncProperty(pages, async (those) => {
        expect(await firstOf(paged(those))).toBe(those.flat()[0]);
        expect(await firstOf(those.flat())).toBe(those.flat()[0]);
      }),
    );
  });

  it('is changed page by page, when it is gone through', async () => {
    await fc.assert(
      fc.asyncProperty(pages, async (those) => {
        for (const things of [those.flat(), paged(those)]) {
          let made = 0;
          const doubled = changed(things, function* (page) {
            for (const n of page) {
              made += 1;
              yield n * 2;
            }
          });
          expect([doubled.length, made]).toEqual([those.flat().length, 0]);
          expect(await all(doubled)).toEqual(those.flat().map((n) => n * 2));
        }
      }),
    );
  });
});
