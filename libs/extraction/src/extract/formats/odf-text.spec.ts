import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { openDocument } from '../../fixtures/office-files.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';
import { FileExtraction } from '../file-extraction';
import { defaultLimits } from '../limits';

const style = (name: string, properties: string) =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`;
const styles = [
  style('away', 'text:display="none"'),
  style('up', 'style:text-position="super 58%"'),
  style('down', 'style:text-position="-33% 58%"'),
];
const span = (name: string, text: string) => `<text:span text:style-name="${name}">${text}</text:span>`;

function document(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const files = unzipSync(openDocument(body));
  const content = strFromU8(files['content.xml'] ?? new Uint8Array());
  const styled = content.replace(
    '<office:body>',
    `<office:automatic-styles>${styles.join('')}</office:automatic-styles><office:body>`,
  );
  const more = Object.entries({ 'content.xml': styled, ...parts }).map(([name, xml]) => [name, strToU8(xml)]);
  return zipSync({ ...files, ...Object.fromEntries(more) });
}

describe('an OpenDocument text', () => {
  const hidden = document(
    `<text:p>Open${span('away', ' one')} to all</text:p><text:section text:display="none"><text:p>two</text:p></text:section>` +
      '<text:p>Also<text:hidden-text text:is-hidden="true"> three</text:hidden-text></text:p>',
  );

  it('has no hidden text unless it is wanted, and says how much', async () => {
    const shown = await read(hidden);
    expect(shown.text).toBe('Open to all\n\nAlso');
    expect(shown.warnings.map(({ body }) => body)).toEqual([
      'Hidden text of the document was left out: show it in the program it was written with and send the file again, or read it with an extract strategy that has include_hidden: 3',
    ]);
    const all = await new FileExtraction(defaultLimits, { includesHidden: true }).run({ bytes: hidden });
    expect(all.text).toBe('Open one to all\n\ntwo\n\nAlso three');
  });

  it('has words without the readings above them', async () => {
    const ruby =
      '<text:ruby><text:ruby-base>学校</text:ruby-base><text:ruby-text>がっこう</text:ruby-text></text:ruby>';
    expect((await read(document(`<text:p>${ruby}前です。</text:p>`))).text).toBe('学校前です。');
  });

  it('has its formulas in their sentences, and tells powers from longer numbers', async () => {
    const formula =
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mfrac><mi>a</mi><mi>b</mi></mfrac>' +
      '<annotation encoding="StarMath 5.0">{a} over {b}</annotation></semantics></math>';
    const frame = '<draw:frame text:anchor-type="as-char"><draw:object xlink:href="./Object 1"/></draw:frame>';
    const body = `<text:p>The rate ${frame} is low: 10${span('up', '6')} m, CO${span('down', '2')}.</text:p>`;
    expect(blocksOf(await read(document(body, { 'Object 1/content.xml': formula })))).toEqual([
      'paragraph: The rate a/b is low: 10^6 m, CO2.',
    ]);
  });
});
