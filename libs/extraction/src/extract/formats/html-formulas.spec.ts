import { read } from '../../fixtures/reading.fixture';
import { extractBody } from '../text-format';
import { FileExtraction } from '../file-extraction';
import { defaultLimits } from '../limits';

const text = async (html: string) => (await extractBody(html, 'HTML', 100_000)).text;
const sentences = Array.from({ length: 8 }, (_, at) => `<p>Sentence ${at} tells at length how tides are reckoned.</p>`);
const page = (formula: string) =>
  `<html><body><nav><a href="/">Home</a></nav><article><h1>Tides</h1>${sentences.join('')}<p>So ${formula} holds.</p></article></body></html>`;

const mathml =
  '<math><semantics><mrow><mi>v</mi><mo>=</mo><mn>3</mn></mrow><annotation encoding="application/x-tex">v = 3</annotation></semantics></math>';

describe('a formula of a page', () => {
  it.each([
    ['MathML with its TeX', mathml],
    ['a script', '<script type="math/tex">v = 3</script>'],
    [
      'a script, drawn by a program',
      '<span class="MathJax_Preview">v=3</span><span class="MathJax"><nobr aria-hidden="true">v=3</nobr></span><script type="math/tex" id="m1">v = 3</script>',
    ],
    [
      'MathML drawn by a program',
      `<span class="katex"><span class="katex-mathml">${mathml}</span><span class="katex-html" aria-hidden="true"><span>v</span>=<span>3</span></span></span>`,
    ],
    [
      'MathML with a picture',
      `<span>${mathml}</span><img class="math-fallback" alt="{\\displaystyle v = 3}" src="f.svg">`,
    ],
    [
      'hidden MathML with a picture',
      `<span style="display: none">${mathml}</span><img class="math-fallback" alt="{\\displaystyle v = 3}" src="f.svg">`,
    ],
    ['MathML whose TeX is an attribute', '<math alttext="{\\displaystyle v = 3}"><mi>v</mi></math>'],
  ])('that is %s stands once in its sentence', async (_, formula) => {
    const whole = `<p>So ${formula} holds.</p>`;
    expect((await text(whole)).replace(/\s+/g, ' ')).toBe('So v = 3 holds.');
    // And in the main part of a page: judged by a program that drops scripts.
    const bytes = new TextEncoder().encode(page(formula));
    const linked = await new FileExtraction(defaultLimits).run(
      { bytes, contentType: 'text/html' },
      { address: 'https://example.org/', mainContent: true },
    );
    expect(linked.text.replace(/\s+/g, ' ')).toContain('So v = 3 holds.');
    expect(linked.text).not.toContain('Home');
    expect((await read(page(formula), { filename: 'a.html' })).text.replace(/\s+/g, ' ')).toContain('So v = 3 holds.');
  });

  const mi = (name: string) => `<mi>${name}</mi>`;
  const mn = (number: number) => `<mn>${number}</mn>`;
  it.each([
    [`<mfrac>${mi('a')}${mi('b')}</mfrac>`, 'a/b'],
    [`<mfrac><mrow>${mi('a')}<mo>+</mo>${mi('b')}</mrow>${mi('c')}</mfrac>`, '(a+b)/c'],
    [`<msup>${mi('r')}${mn(2)}</msup>`, 'r^2'],
    [`<msup><mrow><mo>(</mo>${mi('a')}<mo>+</mo>${mi('b')}<mo>)</mo></mrow>${mn(2)}</msup>`, '(a+b)^2'],
    [`<msubsup>${mi('x')}${mi('i')}<mrow>${mn(1)}<mo>-</mo>${mi('k')}</mrow></msubsup>`, 'x_i^(1-k)'],
    [`<munderover><mo>∑</mo><mrow>${mi('i')}<mo>=</mo>${mn(1)}</mrow>${mi('n')}</munderover>${mi('i')}`, '∑_(i=1)^n i'],
    [`<msqrt>${mi('x')}<mo>+</mo>${mn(1)}</msqrt>`, '√(x+1)'],
    [`<mroot>${mn(27)}${mn(3)}</mroot>`, '∛27'],
    [`<mfenced open="[" close="]">${mi('a')}${mi('b')}</mfenced>`, '[a,b]'],
    [`${mi('sin')}<mo>\u2061</mo>${mi('x')}`, 'sin x'],
    [`<mover>${mi('x')}<mo>¯</mo></mover>`, 'x¯'],
    [`<mtext>if </mtext>${mi('n')}<mo>&lt;</mo>${mn(4)}`, 'if n<4'],
  ])('is written on a line: %s', async (inner, expected) => {
    expect(await text(`<p>So <math>${inner}</math>.</p>`)).toBe(`So ${expected}.`);
  });

  it('that only a program drew is kept, and hidden ones are not', async () => {
    expect(
      await text(`<p>So <span class="MathJax"><span aria-hidden="true">v=3</span>${mathml}</span> holds.</p>`),
    ).toBe('So v = 3 holds.');
    expect(
      await text(`<p>So <span class="MathJax"><img alt="drawn" src="f.svg"><br>v=3${mathml}</span> holds.</p>`),
    ).toBe('So v = 3 holds.');
    expect(await text(`<p>So <span hidden>${mathml}</span>it is.</p>`)).toBe('So it is.');
  });

  it('that is endless is cut, and the field says so', async () => {
    const { text: cut, warnings } = await extractBody(
      `<p>So <math>${'<mn>1</mn>'.repeat(30_000)}</math> it is.</p>`,
      'HTML',
      1_000_000,
    );
    expect(cut).toMatch(/^So 1{20000} it is\.$/);
    expect(warnings.map(({ body }) => body)).toEqual(['Formulas of more than 20000 parts were cut: 1']);
    expect(
      await text(`<p><math>${'<mrow>'.repeat(10_000)}<mi>x</mi>${'</mrow>'.repeat(10_000)}</math>It is.</p>`),
    ).toBe('It is.');
  });
});

describe('raised and lowered text of a page', () => {
  it('stays apart from a number before it', async () => {
    expect(
      await text(
        '<p>10<sup>6</sup> of 5 m<sup>2</sup> in 2024<sup>3</sup>, H<sub>2</sub>O, 1<sup>st</sup>, 101<sub>2</sub></p>',
      ),
    ).toBe('10^6 of 5 m2 in 2024^3, H2O, 1st, 101_2');
  });
});
