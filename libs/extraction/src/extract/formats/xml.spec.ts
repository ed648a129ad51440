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

  it('parts words where a line ends within an element', async () => {
    expect(await blocks('<log><said>Low water<br/>at noon</said></log>')).toEqual(['paragraph: Low water at noon']);
  });

  it.each([
    ['a section', '<description><![CDATA[<p>The <b>quay</b> opens.</p><ul><li>In May</li></ul>]]></description>'],
    [
      'entities',
      '<description>&lt;p&gt;The quay opens.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;In May&lt;/li&gt;&lt;/ul&gt;</description>',
    ],
  ])('that is a feed has the texts of pages that it carries in %s', async (_, description) => {
    const feed = `<rss version="2.0"><channel><item><title>Quay</title>${description}</item></channel></rss>`;
    expect(await blocks(feed)).toEqual(['heading 2: Quay', 'paragraph: The quay opens.', 'list_item 0: In May']);
    expect(await blocks('<rss><item><description>5 &lt; 7 bar</description></item></rss>')).toEqual([
      'paragraph: 5 < 7 bar',
    ]);
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
