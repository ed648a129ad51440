import { blocksOf } from '../../fixtures/reading.fixture';
import { extractBody } from '../text-format';

const blocks = async (html: string) => blocksOf(await extractBody(html, 'HTML', 100_000));
const code = ['def tide(h):', '    low = h - 2', '', '    return low'];
const shown = `code: ${code.join('\n')}`;
const lines = (make: (line: string, number: number) => string) => code.map((line, at) => make(line, at + 1)).join('');

describe('code of a page', () => {
  it.each([
    ['as it is', `<pre>${code.join('\n')}</pre>`],
    [
      'with an element for each line',
      `<pre><code>${lines((line) => `<div class="line">${line || '<br>'}</div>`)}</code></pre>`,
    ],
    [
      'with numbers in its lines',
      `<pre><code>${lines((line, number) => `<span class="line"><span class="ln">${number}</span><span class="cl">${line}\n</span></span>`)}</code></pre>`,
    ],
    [
      'with numbers in a row of their own',
      `<pre><span class="line-numbers-rows"><span>1</span>\n<span>2</span>\n3\n4\n</span>${code.join('\n')}</pre>`,
    ],
    ['in a list of lines', `<pre><ol>${lines((line) => `<li><code>${line || '<br>'}</code></li>`)}</ol></pre>`],
    [
      'beside its numbers in a table',
      `<table><tr><td class="gutter"><pre>1\n2\n3\n4</pre></td><td class="code"><pre>${code.join('\n')}</pre></td></tr></table>`,
    ],
    [
      'beside numbers without names',
      `<table><tr><td><pre>7\n8\n9\n10</pre></td><td><pre>${code.join('\n')}</pre></td></tr></table>`,
    ],
    [
      'in a table with a row for each line',
      `<table>${lines((line, number) => `<tr><td class="blob-num">${number}</td><td class="blob-code"><span>${line}</span></td></tr>`)}</table>`,
    ],
    [
      'in such a table without written numbers',
      `<table>${lines((line) => `<tr><td class="blob-num"></td><td class="blob-code">${line}</td></tr>`)}</table>`,
    ],
    [
      'in a table within it',
      `<pre><table>${lines((line, number) => `<tr><td class="hljs-ln-numbers">${number}</td><td class="hljs-ln-code">${line || ' '}</td></tr>`)}</table></pre>`,
    ],
  ])('%s keeps its lines and its indentation, and no numbers', async (_, html) => {
    const [before, found, after, ...more] = await blocks(`<p>Before.</p>${html}<p>After.</p>`);
    expect([before, after, more]).toEqual(['paragraph: Before.', 'paragraph: After.', []]);
    expect(found?.replace(/\n\s*\n/g, '\n')).toBe(shown.replace('\n\n', '\n'));
  });

  it('that is beside words in a table is a cell of it', async () => {
    const table =
      '<table><tr><th>Call</th><th>Gives</th></tr><tr><td><pre>tide(3)\ntide(4)</pre></td><td>1</td></tr>' +
      '<tr><td class="code">AB-12</td><td>2</td></tr></table>';
    expect(await blocks(table)).toEqual(['table: Call: tide(3) tide(4) | Gives: 1\nCall: AB-12 | Gives: 2']);
  });

  it('that nobody closes ends at the next heading', async () => {
    expect(await blocks('<pre>one\n  two<h2>Next</h2><p>Text.</p>')).toEqual([
      'code: one\n  two',
      'heading 2: Next',
      'paragraph: Text.',
    ]);
  });
});
