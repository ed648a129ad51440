import fc from 'fast-check';
import { downloadName } from './download-name';

describe('the name of a download', () => {
  it('is the name of the file where file systems take it', () => {
    for (const name of ['a.pdf', 'Ünïcode (1)*.txt', 'x'.repeat(255), '', 'it\'s "quoted"\r\n'])
      expect(decodeURIComponent(downloadName(name))).toBe(name);
  });

  it('is cut before its extension where it is longer', () => {
    expect(downloadName(`${'x'.repeat(2_000)}.tar`)).toBe(`${'x'.repeat(251)}.tar`);
    expect(decodeURIComponent(downloadName('𝒳'.repeat(2_048)))).toBe('𝒳'.repeat(63));
    expect(downloadName('.'.repeat(300))).toHaveLength(255);
  });

  it('always fits a header, whatever the file is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_048, size: 'max' }), (name) => {
        expect(downloadName(name)).toMatch(/^[\x21\x23-\x26\x2b-\x7e]{0,765}$/);
      }),
    );
    expect(downloadName('\ud800')).toBe('%EF%BF%BD');
  });
});
