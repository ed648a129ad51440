import fc from 'fast-check';
import { highlight, isOneEditApart, parseQuery } from '.';

const marked = (text: string, query: string, language = 'en') => {
  const { words, phrases } = parseQuery(query, [language]);
  return highlight(text, words, phrases);
};

describe('highlight', () => {
  it('marks whole words between white space, whatever their case and accents', () => {
    expect(marked('The Moon and moonlight', 'moon')).toBe('The <mark>Moon</mark> and moonlight');
    expect(marked('un Café noir', 'cafe', 'fr')).toBe('un <mark>Café</mark> noir');
  });

  it('wants white space or an end of the text beside a word', () => {
    expect(marked('sea, (sea) sea', 'sea')).toBe('sea, (sea) <mark>sea</mark>');
  });

  it('accepts punctuation alone as an option', () => {
    expect(highlight('(sea), seas', ['sea'], [], { delimiters: 'punctuation' })).toBe('(<mark>sea</mark>), seas');
  });

  it('marks a phrase as one', () => {
    expect(marked('in the deep blue sea', '"deep blue"')).toBe('in the <mark>deep blue</mark> sea');
    expect(marked('blue and deep', '"deep blue"')).toBe('blue and deep');
  });

  it('merges marks that overlap', () => {
    expect(
      highlight(
        'a b c d',
        ['b'],
        [
          ['a', 'b'],
          ['b', 'c'],
        ],
      ),
    ).toBe('<mark>a b c</mark> d');
  });

  it('marks a hyphenated word once', () => {
    expect(marked('an e-mail came', 'e-mail')).toBe('an <mark>e-mail</mark> came');
  });

  it('leaves stop words alone', () => {
    expect(marked('the moon', 'the moon')).toBe('the <mark>moon</mark>');
  });

  it('finds words where no spaces are', () => {
    expect(marked('我爱北京大学。', '北京', 'zh')).toBe('我爱<mark>北京</mark>大学。');
  });

  it('escapes nothing', () => {
    expect(marked('<b> & moon', 'moon')).toBe('<b> & <mark>moon</mark>');
  });

  it('marks words that are nearly the same, where that is wanted', () => {
    const nearly = (text: string, word: string, edits: 0 | 1, prefix: boolean) =>
      highlight(text, [], [], { approximate: [{ word, edits, prefix }] });
    expect(nearly('The tides and the Tide', 'tydes', 1, false)).toBe('The <mark>tides</mark> and the Tide');
    expect(nearly('Moonlight, moon and room', 'moon', 0, true)).toBe('Moonlight, <mark>moon</mark> and room');
    expect(nearly('Moonlight and room', 'moon', 1, true)).toBe('<mark>Moonlight</mark> and room');
  });

  it('changes nothing but adding marks', () => {
    const text = fc.array(fc.constantFrom('moon', 'sea', ' ', ', ', '-', '北京', '😀', 'é'), { maxLength: 30 });
    fc.assert(
      fc.property(text, fc.subarray(['moon', 'sea', 'e', '北', '京']), (parts, words) => {
        const plain = parts.join('');
        const result = highlight(plain, words, [['moon', 'sea']]);
        expect(result.replaceAll(/<\/?mark>/g, '')).toBe(plain);
        expect(result.split('<mark>')).toHaveLength(result.split('</mark>').length);
      }),
    );
  });
});

describe('one edit', () => {
  it.each([
    ['tides', 'tydes', true],
    ['moon', 'moons', true],
    ['moon', 'mon', true],
    ['😀a', 'a', true],
    ['a', '', true],
    ['moon', 'moon', false],
    ['moon', 'mooned', false],
    ['abcd', 'badc', false],
    ['ab', 'ba', true],
    ['aab', 'aba', true],
    ['yaest', 'yeast', true],
    ['😀ab', 'a😀b', true],
    ['abc', 'cba', false],
    ['abc', 'bca', false],
  ])('makes %s into %s: %s', (a, b, expected) => {
    expect([isOneEditApart(a, b), isOneEditApart(b, a)]).toEqual([expected, expected]);
  });
});
