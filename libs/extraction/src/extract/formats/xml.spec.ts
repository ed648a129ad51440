import { blocksOf, read } from '../../fixtures/reading.fixture';

const blocks = async (xml: string) => blocksOf(await read(xml, { filename: 'a.xml' }));
const bytes = Buffer.from(Array.from({ length: 900 }, (_, at) => (at * 37) % 251)).toString('base64');

describe('XML', () => {
  it('has what its attributes say, with their names', async () => {
    const xml =
      '<c:cranes xmlns:c="urn:c" xmlns:xsi="urn:i" xsi:schemaLocation="urn:c c.xsd"><c:crane id="K-17" c:drawn="no" tons="8"/>' +
      '<c:crane id="K-18"><c:name xml:lang="de">Alter Kran</c:name></c:crane><c:fee currency="EUR">20</c:fee></c:cranes>';
    expect(await blocks(xml)).toEqual([
      'paragraph: crane | id: K-17 | tons: 8',
      'paragraph: crane | id: K-18',
      'paragraph: Alter Kran',
      'paragraph: fee | currency: EUR | 20',
    ]);
  });

  it('for prose has its text only', async () => {
    const article =
      '<article article-type="research"><sec id="s1"><title>Tides</title><p rend="x">Water rises.</p></sec></article>';
    expect(await blocks(article)).toEqual(['heading 2: Tides', 'paragraph: Water rises.']);
  });

  it('has no bytes that are written as text, and says so', async () => {
    const { text, warnings } = await read(
      `<box><name>Crane</name><photo>${bytes}</photo><icon data="${bytes}"/></box>`,
      { filename: 'a.xml' },
    );
    expect(text).toBe('Crane');
    expect(warnings.map(({ body }) => body)).toEqual([
      'Elements of XML that are bytes in Base64 or hexadecimal were left out: send such files by themselves: 1',
      'Attributes longer than 2000 characters, or beyond 200 of an element, or that are bytes were left out: 1',
    ]);
  });
});

describe('JSON', () => {
  it('has no bytes that are written as text, and says so', async () => {
    const hash = 'a'.repeat(20) + '0123456789abcdef'.repeat(3);
    const { text, warnings } = await read(
      JSON.stringify({ name: 'Crane', hash, photo: `data:image/png;base64,${bytes}`, list: ['a b c'.repeat(200)] }),
      { filename: 'a.json' },
    );
    expect(text).toBe(`name: Crane\nhash: ${hash}\n\nlist: ${'a b c'.repeat(200)}`.replace('\n\nlist', '\n\nlist'));
    expect(warnings.map(({ body }) => body)).toEqual([
      'Values of JSON that are bytes in Base64 or hexadecimal were left out: send such files by themselves: 1',
    ]);
  });
});
