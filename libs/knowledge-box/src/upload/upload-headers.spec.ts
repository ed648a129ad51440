import { uploadedMediaType, uploadedName } from './upload-headers';

describe('the headers of an upload', () => {
  it('decode a file name that is base64 of UTF-8', () => {
    expect(uploadedName(Buffer.from('Bericht für März.pdf').toString('base64'))).toBe('Bericht für März.pdf');
  });

  it('keep a file name that is not', () => {
    expect(uploadedName('report.pdf')).toBe('report.pdf');
    expect(uploadedName('////')).toBe('////');
  });

  it('give the media type without its parameters, or that of the name', () => {
    expect(uploadedMediaType('text/plain; charset=utf-8', 'a.bin')).toBe('text/plain');
    expect(uploadedMediaType(undefined, 'a.pdf')).toBe('application/pdf');
    expect(uploadedMediaType(undefined, 'a')).toBe('application/octet-stream');
  });

  it('refuse a media type that is none', () => {
    expect(() => uploadedMediaType('nonsense', 'a.pdf')).toThrow('Unsupported content type: nonsense');
  });
});
