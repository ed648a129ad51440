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
