import fc from 'fast-check';
import { html } from './html';

describe('a template of a page', () => {
  it('escapes every text, so that none becomes markup or ends an attribute', () => {
    const text = `"><script>alert('a & b')</script>`;
    const page = String(html`<p title="${text}">${text}</p>`);
    expect(page).not.toContain('<script>');
    expect(page.match(/"/g)).toHaveLength(2);
    expect(page).toContain('&quot;&gt;&lt;script&gt;alert(&#39;a &amp; b&#39;)&lt;/script&gt;');
  });

  it('keeps markup of other templates, lists of it, and nothing for what is absent', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
    expect(String(html`${items}`)).toBe('<li>a</li><li>&lt;b&gt;</li>');
    expect(String(html`${undefined}${null}${false}${0}`)).toBe('0');
  });
});

describe('any text in a template', () => {
  it('becomes no markup, in an element or in an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '😀', ';', '/') }), (text) => {
        const page = String(html`<p title="${text}">${text}</p>`);
        expect(page.match(/[<>]/g)).toHaveLength(4);
        expect(page.match(/"/g)).toHaveLength(2);
        expect(page).not.toContain("'");
      }),
    );
  });

  it('can be read back by who unescapes it', () => {
    const read = (markup: string) =>
      markup
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&');
    fc.assert(fc.property(fc.string(), (text) => void expect(read(String(html`${text}`))).toBe(text)));
  });

  it('is escaped in lists within lists, and numbers are written', () => {
    expect(String(html`${[['<', html`<b>x</b>`], 1.5, null]}`)).toBe('&lt;<b>x</b>1.5');
    expect(String(html``)).toBe('');
  });
});
