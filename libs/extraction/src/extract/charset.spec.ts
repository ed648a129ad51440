import { decodeText } from './charset';
import { looksBinary } from './binary';

const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('decodeText', () => {
  it('reads UTF-8 whatever was declared', () => {
    const bytes = new TextEncoder().encode('Grüße, señor');
    expect(decodeText(bytes, 'iso-8859-1')).toEqual({ text: 'Grüße, señor', charset: 'utf-8', damaged: false });
  });

  it('follows a byte order mark', () => {
    expect(decodeText(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('naïve')])).text).toBe('naïve');
    expect(decodeText(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('naïve')])).text).toBe('naïve');
  });

  it('sees UTF-16 without a mark', () => {
    expect(decodeText(utf16('plain western text')).text).toBe('plain western text');
  });

  it('takes the declared character set for bytes that are not UTF-8', () => {
    expect(decodeText(latin1('Grüße'), 'iso-8859-1').text).toBe('Grüße');
    expect(decodeText(new Uint8Array([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'windows-1251').text).toBe('Привет');
  });

  it('guesses a legacy character set, also when the declared one does not exist', () => {
    const sentence = 'El niño comió una manzana y después bebió café con leche en la estación.';
    expect(decodeText(latin1(sentence), 'no-such-set').text).toBe(sentence);
  });

  it('keeps damaged UTF-8 as UTF-8 and says so', () => {
    const bytes = Buffer.concat([Buffer.from('Öl für Öfen größer als üblich '), Buffer.from([0xc3])]);
    expect(decodeText(bytes)).toMatchObject({ charset: 'utf-8', damaged: true });
    expect(decodeText(bytes).text).toContain('Öl für Öfen größer als üblich');
  });

  it('knows a file that is no text', () => {
    expect(looksBinary(new Uint8Array(Array.from({ length: 500 }, (_, at) => (at * 7) % 256)))).toBe(true);
    expect(looksBinary(utf16('text'))).toBe(false);
    expect(looksBinary(latin1('Grüße\t\r\n'))).toBe(false);
  });
});
