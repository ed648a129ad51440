import { pdfUrl, storedFileUrl } from './stored-file';

const file = (uri: string, content_type: string) => ({ file: { uri, content_type } });

describe('the file of a field', () => {
  it('is below the interface when the box has it', () => {
    expect(storedFileUrl('/kb/k/resource/r/file/f/download/field')).toBe(
      '/api/v1/kb/k/resource/r/file/f/download/field',
    );
  });

  it.each(['', 'https://elsewhere.example/a.pdf', '//elsewhere.example/a.pdf', 'javascript:alert(1)'])(
    'has no bytes here at %j',
    (uri) => {
      expect(storedFileUrl(uri)).toBeUndefined();
    },
  );

  it('is a PDF by what was sent, or by what was found', () => {
    expect(pdfUrl(file('/a', 'application/pdf'))).toBe('/api/v1/a');
    expect(pdfUrl(file('/a', 'application/octet-stream'), 'application/pdf')).toBe('/api/v1/a');
    expect([pdfUrl(file('/a', 'text/plain'), 'text/plain'), pdfUrl('title'), pdfUrl(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
