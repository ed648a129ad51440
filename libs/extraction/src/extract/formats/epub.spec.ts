import { strToU8, unzipSync, zipSync } from 'fflate';
import { book } from '../../fixtures/office-files.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';

const parts = (bytes: Uint8Array, more: Readonly<Record<string, Uint8Array>>) =>
  zipSync({ ...unzipSync(bytes), ...more });
const said = ({ warnings }: { readonly warnings: readonly { readonly body: string }[] }) =>
  warnings.map(({ body }) => body);

describe('a book', () => {
  it('has its formulas, its code and its tables as pages have them', async () => {
    const chapter =
      '<h1>Tides</h1><p>The rate is <math><mfrac><mi>a</mi><mi>b</mi></mfrac></math> of 10<sup>6</sup>.</p>' +
      '<pre>def tide():\n    return 3</pre><table><tr><th>Berth</th><th>Fee</th></tr><tr><td>A1</td><td>20</td></tr></table>';
    expect(blocksOf(await read(book('Locks', [chapter])))).toEqual([
      'heading 1: Tides',
      'paragraph: The rate is a/b of 10^6.',
      'code: def tide():\n    return 3',
      'table: Berth: A1 | Fee: 20',
    ]);
  });

  it('is read in the order of its spine, each chapter once, without contents for programs', async () => {
    const files = book('Locks', ['<p>One.</p>', '<p>Two.</p>', '<nav><p>Contents.</p></nav>']);
    const opf =
      '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Locks</dc:title>' +
      '<dc:description>Of gates.</dc:description><dc:language>en</dc:language></metadata><manifest>' +
      '<item id="a" href="./text/%63%31%20x.xhtml#top" media-type="application/xhtml+xml"/><item id="b" href="c0.xhtml" media-type="application/xhtml+xml"/>' +
      '<item id="c" href="c2.xhtml" properties="nav scripted" media-type="application/xhtml+xml"/></manifest>' +
      '<spine><itemref idref="c"/><itemref idref="a"/><itemref idref="b"/><itemref idref="a"/></spine></package>';
    const second = strToU8('<html><body><p>Two.</p></body></html>');
    const document = await read(parts(files, { 'b.opf': strToU8(opf), 'text/c1 x.xhtml': second }));
    expect(document.text).toBe('Two.\n\nOne.');
    expect(document.properties).toEqual({ title: 'Locks', description: 'Of gates.', language: 'en' });
    expect(said(document)).toEqual([]);
  });

  it('has chapters whose files are called alike but for capital letters, and says which are missing', async () => {
    const files = parts(book('Locks', ['<p>One.</p>', '<p>Two.</p>', '<p>Three.</p>']), {});
    const { 'c1.xhtml': second = new Uint8Array(), 'c2.xhtml': _, ...others } = unzipSync(files);
    const document = await read(zipSync({ ...others, 'C1.XHTML': second }), { filename: 'a.epub' });
    expect(document.text).toBe('One.\n\nTwo.');
    expect(said(document)).toEqual(['The book lists the chapter c2.xhtml, which is not in the file: export it again']);
  });

  it('keeps what can be read where a chapter is no text, is encrypted, or ends in its middle', async () => {
    const chapters = ['<p>One.</p>', '<p>Two.</p>', '<p>Three.</p>', '<p>Four.</p>'];
    const noise = new Uint8Array(Array.from({ length: 2_000 }, (_, at) => (at * 7919) % 256));
    const locked =
      '<encryption><EncryptedData><EncryptionMethod Algorithm="urn:aes"/><CipherData><CipherReference URI="c2.xhtml"/></CipherData></EncryptedData></encryption>';
    const bytes = parts(book('Locks', chapters), {
      'c0.xhtml': strToU8('<html><body><p>One <b>opens'),
      'c1.xhtml': noise,
      'META-INF/encryption.xml': strToU8(locked),
    });
    const document = await read(bytes);
    expect(document.text).toBe('One opens\n\nFour.');
    expect(said(document)).toEqual([
      'Parts of the file are damaged and were left out: export or download it again, and send it once more: 1',
      'Chapters that are encrypted were left out: send a copy without such protection: 1',
    ]);
  });

  it('that is encrypted for one program, or lists nothing, says so', async () => {
    const locked = '<encryption><EncryptedData><CipherReference URI="c0.xhtml"/></EncryptedData></encryption>';
    const bytes = parts(book('Locks', ['<p>One.</p>']), { 'META-INF/encryption.xml': strToU8(locked) });
    await expect(read(bytes)).rejects.toThrow('The book is encrypted for one reading program: send a copy');
    const { mimetype = new Uint8Array() } = unzipSync(bytes);
    const empty = zipSync({ mimetype: [mimetype, { level: 0 }], 'a.xhtml': strToU8('<p>One.</p>') });
    await expect(read(empty, { filename: 'a.epub' })).rejects.toThrow(/^The book is damaged/);
  });
});
