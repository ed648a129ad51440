import fc from 'fast-check';
import { uploadMetadata } from './upload-metadata';

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const isText = (text: string) => text !== '' && text.isWellFormed();

describe('the metadata of an upload', () => {
  it('is what was encoded, whatever it is and in whatever order', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 40 }).filter(isText);
    fc.assert(
      fc.property(texts, texts, fc.boolean(), (filename, password, swap) => {
        const pairs = [
          `filename ${base64(filename)}`,
          `password ${base64(password)}`,
          'unknown',
          `other ${base64('x')}`,
        ];
        const header = (swap ? pairs.reverse() : pairs).join(',');
        expect(uploadMetadata(header)).toEqual({ filename, password });
      }),
      { seed: 5 },
    );
  });

  it('is nothing when the header is absent or empty, or values are', () => {
    expect([uploadMetadata(undefined), uploadMetadata(' '), uploadMetadata('filename')]).toEqual([{}, {}, {}]);
  });

  it('allows blanks behind commas and values without padding', () => {
    expect(uploadMetadata(`filename YQ, language ${base64('en')}`)).toEqual({ filename: 'a', language: 'en' });
  });

  it('may name strategies', () => {
    expect(uploadMetadata(`split_strategy ${base64('a')}`)).toEqual({ strategies: { split_strategy: 'a' } });
  });

  it.each([
    ['filename a b', '"filename a b" is not a key and a value'],
    [',filename YQ==', '"" is not a key and a value'],
    ['filename YQ==,filename YQ==', 'filename is repeated'],
    ['filename a?==', 'filename is not base64'],
    ['filename YWJjZ', 'filename is not base64'],
    ['filename /w==', 'filename is not UTF-8'],
    [`md5 ${base64('abc')}`, 'the value of md5 is not valid'],
    [`language ${base64('no language')}`, 'the value of language is not valid'],
    [`filename ${base64('x'.repeat(2_049))}`, 'the value of filename is not valid'],
  ])('refuses %s', (header, reason) => {
    expect(() => uploadMetadata(header)).toThrow(`Upload-Metadata header contains errors: ${reason}`);
  });
});
