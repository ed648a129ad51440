import fc from 'fast-check';
import { blocksOf, read } from '../../fixtures/reading.fixture';
import { defaultLimits } from '../limits';
import { FileExtraction } from '../file-extraction';

const sentences = Array.from(
  { length: 12 },
  (_, at) => `<p>Paragraph ${at} of the article tells at length how the lock was repaired, and who did it.</p>`,
);
const menu = `<nav><ul>${['News', 'Tides', 'Berths', 'Contact us'].map((name) => `<li><a href="/">${name}</a></li>`).join('')}</ul></nav>`;
const related = `<div class="related"><h3>More news</h3><p><a href="/b">The bridge is closed</a> for a week, says the council.</p></div>`;
const footer = '<footer><p>Imprint and privacy, all rights reserved by the port of the town.</p></footer>';
const pageOf = (content: string) => `<!doctype html><html lang="en"><head><title>Port</title>
  <meta name="description" content="What was done."></head><body>${menu}${content}${related}${footer}</body></html>`;
const figure = '<figure><img src="l.png" alt="Men at a gate"><figcaption>Picture: A. Smith</figcaption></figure>';
const article = `<article><h1>The lock is open</h1>${figure}${sentences.join('')}<aside>Read this, too.</aside></article>`;
const asHtml = { contentType: 'text/html', filename: 'saved.html' };
const linked = (html: string) =>
  new FileExtraction(defaultLimits).run(
    { bytes: new TextEncoder().encode(html), contentType: 'text/html' },
    { address: 'https://example.org/', mainContent: true },
  );

describe('a saved page', () => {
  it('that is an article is read without menus and footers, with its heading and pictures', async () => {
    const { text, properties } = await read(pageOf(article), asHtml);
    expect(text).toMatch(/^The lock is open/);
    expect(text).toContain('Paragraph 11 of the article');
    expect(text).toContain('Picture: A. Smith');
    expect(text).not.toMatch(/Contact us|Imprint|More news/);
    expect(properties).toEqual({ title: 'Port', description: 'What was done.', language: 'en' });
  });

  it.each([
    ['a table', `<table>${sentences.map((text, at) => `<tr><td>${at}</td><td>${text}</td></tr>`).join('')}</table>`],
    ['a list', `<ul>${sentences.map((_, at) => `<li>Berth ${at} is free</li>`).join('')}</ul>`],
    ['a form', `<form>${sentences.map((_, at) => `<label>Field ${at}</label><input name="f">`).join('')}</form>`],
    ['a glossary', `<dl>${sentences.map((text, at) => `<dt>Term ${at}</dt><dd>${text}</dd>`).join('')}</dl>`],
    ['a short note', '<p>The lock is closed today.</p>'],
  ])('that is %s is read whole', async (_, content) => {
    const words = content.replace(/<[^<>]*>/g, ' ').match(/[\p{L}\d]+/gu) ?? [];
    const { text } = await read(pageOf(content), asHtml);
    for (const word of words) expect(text).toContain(word);
  });

  it('keeps the table of prices below an article', async () => {
    const rows = ['Small boats', 'Large boats', 'Ferries'].map(
      (name, at) => `<tr><td>${name}</td><td>${at}7</td></tr>`,
    );
    const prices = `<table><tr><th>Boat</th><th>Fee</th></tr>${rows.join('')}</table>`;
    const { text } = await read(pageOf(`${article}<div>${prices}</div>`), asHtml);
    expect(text).toMatch(/Ferries.*27/);
  });

  it('that is nested too deeply to be judged is read whole', async () => {
    const deep = `${'<div>'.repeat(300)}${article}${'</div>'.repeat(300)}`;
    expect((await read(pageOf(deep), asHtml)).text).toContain('Imprint and privacy');
  });

  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  const rows = fc
    .integer({ min: 2, max: 4 })
    .chain((columns) => fc.array(fc.array(word, { minLength: columns, maxLength: columns }), { minLength: 2 }));

  it('never loses the cells of a table', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), async (cells, withProse) => {
        const table = `<table>${cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
        const { text } = await read(pageOf(`${withProse ? article : ''}<div>${table}</div>`), asHtml);
        for (const cell of cells.flat()) expect(text).toContain(cell);
      }),
      { seed: 7, numRuns: 60 },
    );
  });
});

describe('the article of a link', () => {
  it('is read without the texts of pictures, captions and asides', async () => {
    expect((await linked(pageOf(article))).text).not.toMatch(/Men at a gate|A\. Smith|Read this|Imprint/);
  });

  it('keeps formulas that are pictures, and captions of tables', async () => {
    const formula =
      '<p>The area of it is <img class="math-inline" src="f.png" alt="r^2 \\pi">, as is known to all.</p>';
    const table =
      '<figure><table><tr><th>r</th></tr><tr><td>7</td></tr></table><figcaption>Areas</figcaption></figure>';
    const { text } = await linked(pageOf(article.replace('</article>', `${formula}${table}</article>`)));
    expect(text).toContain('r^2 \\pi');
    expect(text).toContain('Areas');
  });

  it('is read without programs, whatever stands in them', async () => {
    const program = `<script>document.write("<p>written</p><!-- ")</script><style>p::before { content: "styled" }</style>`;
    const document = await linked(pageOf(article.replace('<aside>', `${program}<!-- noted --><aside>`)));
    expect(blocksOf(document).filter((block) => /written|styled|noted/.test(block))).toEqual([]);
    expect(document.text).toContain('Paragraph 11');
  });
});
