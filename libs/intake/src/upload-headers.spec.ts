import { sentPassword, uploadedMediaType, uploadedName } from './upload-headers';

describe('the headers of an upload', () => {
  it('decode a file name that is base64 of UTF-8', () => {
    expect(uploadedName(Buffer.from('Bericht für März.pdf').toString('base64'))).toBe('Bericht für März.pdf');
  });

  it('keep a file name that is not', () => {
    expect(uploadedName('report.pdf')).toBe('report.pdf');
    expect(uploadedName('////')).toBe('////');
    expect(uploadedName(`Ann's 100% 'best'.txt`)).toBe(`Ann's 100% 'best'.txt`);
    expect(uploadedName(`UTF-8''100%.txt`)).toBe(`UTF-8''100%.txt`);
  });

  it('decode a file name by RFC 8187, or that is sent as UTF-8 or Latin-1', () => {
    expect(uploadedName(`UTF-8''Bericht%20f%C3%BCr%20M%C3%A4rz.pdf`)).toBe('Bericht für März.pdf');
    expect(uploadedName(`utf-8'de'%E6%97%A5.txt`)).toBe('日.txt');
    expect(uploadedName(Buffer.from('Bericht für März 日本.pdf').toString('latin1'))).toBe('Bericht für März 日本.pdf');
    expect(uploadedName('März.pdf')).toBe('März.pdf');
  });

  it('carry a password in any script and with blanks, by RFC 8187 or as UTF-8', () => {
    expect(sentPassword(`UTF-8''%20%E5%AF%86%E7%A0%81%20`)).toBe(' 密码 ');
    expect(sentPassword(`UTF-8''UTF-8''a`)).toBe(`UTF-8''a`);
    expect(sentPassword(Buffer.from('密码').toString('latin1'))).toBe('密码');
    expect(sentPassword('pässword')).toBe('pässword');
    expect(sentPassword('b3Blbg==')).toBe('b3Blbg==');
    expect(sentPassword(undefined)).toBeUndefined();
  });

  it('give the media type without its parameters, or that of the name', () => {
    expect(uploadedMediaType('text/plain; charset=utf-8', 'a.bin')).toBe('text/plain');
    expect(uploadedMediaType(undefined, 'a.pdf')).toBe('application/pdf');
    expect(uploadedMediaType(undefined, 'a')).toBe('application/octet-stream');
  });

  it('keep the character set of a media type, which the bytes do not tell', () => {
    expect(uploadedMediaType('text/plain; charset=GBK', 'a.txt')).toBe('text/plain; charset=gbk');
    expect(uploadedMediaType('Text/CSV;header=present; charset="windows-1250"', 'a')).toBe(
      'text/csv; charset=windows-1250',
    );
    expect(uploadedMediaType('text/plain; charset=us-ascii', 'a.txt')).toBe('text/plain');
    expect(uploadedMediaType('text/plain; charset="a\r\nb"', 'a.txt')).toBe('text/plain');
  });

  it('refuse a media type that is none', () => {
    expect(() => uploadedMediaType('nonsense', 'a.pdf')).toThrow('Unsupported content type: nonsense');
  });
});
