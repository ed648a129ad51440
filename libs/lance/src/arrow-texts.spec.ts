import { Field, Utf8 } from 'apache-arrow';
import fc from 'fast-check';
import { textListVector, textsBeginningWith, columnTexts, textVector } from './arrow-texts';

const item = new Field('item', new Utf8(), true);
const text = fc.string({ unit: 'grapheme', maxLength: 10 });

describe('columns of texts', () => {
  it('hold the texts that they were made of', () => {
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        expect([...textVector(texts)]).toEqual(texts);
      }),
    );
  });

  it('hold lists of texts, shared or not', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text)), fc.array(text), (lists, shared) => {
        const all = [shared, ...lists, shared];
        expect([...textListVector(item, all)].map((list) => [...(list ?? [])])).toEqual(all);
      }),
    );
  });

  it('read a list that many rows share once', () => {
    let read = 0;
    const shared = new Proxy(['a', 'b'], {
      get: (list, name, receiver) => {
        if (name === '0') read += 1;
        return Reflect.get(list, name, receiver);
      },
    });
    textListVector(item, [shared]);
    const once = read;
    textListVector(
      item,
      Array.from({ length: 1_000 }, () => shared),
    );
    expect([once > 0, read]).toEqual([true, 2 * once]);
  });

  it('are read at once', () => {
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (texts, others) => {
        expect(columnTexts(textVector(texts).concat(textVector(others)))).toEqual([...texts, ...others]);
      }),
    );
    expect(columnTexts(null)).toEqual([]);
  });

  it('give of each list what begins so', () => {
    const tag = fc.tuple(fc.constantFrom('t:', 't', 'g:', 'tt:', ''), text).map(([prefix, rest]) => prefix + rest);
    fc.assert(
      fc.property(fc.array(fc.array(tag)), (lists) => {
        const wanted = lists.map((tags) => tags.filter((one) => one.startsWith('t:')).map((one) => one.slice(2)));
        expect(textsBeginningWith('t:', textListVector(item, lists))).toEqual(wanted);
      }),
    );
  });
});
