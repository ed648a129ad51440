import { analysedOnce } from './analysed-texts';

const MIB = 2 ** 20;

describe('analysedOnce', () => {
  const counted = () => {
    const read: string[] = [];
    const once = analysedOnce(
      `kind ${Math.random()}`,
      (one, language = '') => {
        read.push(`${language} ${one.length}`);
        return { one };
      },
      () => 0,
    );
    return { read, once };
  };

  it('forgets what was asked for longest ago when all together take too many bytes', () => {
    const { read, once } = counted();
    const texts = Array.from({ length: 10 }, (_, at) => 'x'.repeat(MIB + at));
    const [first = ''] = texts;
    for (const one of texts) {
      once(first, 'en');
      once(one, 'en');
    }
    expect(read).toHaveLength(texts.length);
    once(texts[1] ?? '', 'en');
    once(first, 'en');
    expect(read).toHaveLength(texts.length + 1);
  });

  it('counts the words of a result, too', () => {
    const read: string[] = [];
    const once = analysedOnce(
      'many words',
      (one) => {
        read.push(one);
        return { one };
      },
      () => 100_000,
    );
    for (const one of ['a', 'b', 'a', 'b']) once(one);
    expect(read).toEqual(['a', 'b', 'a', 'b']);
  });
});
