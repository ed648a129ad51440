import { PageSize } from './page-size';

const documents = (count: number, characters: number) => Array<object>(count).fill({ text: 'x'.repeat(characters) });

describe('PageSize', () => {
  it('doubles as long as documents are small, up to 500', () => {
    const pages = new PageSize();
    const sizes = [pages.size];
    for (let i = 0; i < 4; i += 1) {
      pages.adapt(documents(pages.size, 100));
      sizes.push(pages.size);
    }
    expect(sizes).toEqual([64, 128, 256, 500, 500]);
  });

  it('keeps a page of large documents below 8 MiB, and takes one that is larger alone', () => {
    const pages = new PageSize();
    pages.adapt(documents(10, 2 ** 20));
    expect(pages.size).toBe(7);
    pages.adapt(documents(2, 10 * 2 ** 20));
    expect(pages.size).toBe(1);
    pages.adapt([]);
    expect(pages.size).toBe(1);
    pages.adapt(documents(1, 100));
    expect(pages.size).toBe(2);
  });
});
