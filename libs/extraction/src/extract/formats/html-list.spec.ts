import { blocksOf, read } from '../../fixtures/reading.fixture';

const html = async (body: string) =>
  blocksOf(await read(`<!doctype html><html><body>${body}</body></html>`, { contentType: 'text/html' }));
const markdown = async (text: string) => blocksOf(await read(text, { filename: 'a.md' }));

describe('a list of a page', () => {
  it.each([
    ['letters', '<ol type="a"><li>salt</li><li>flour</li></ol>', ['a. salt', 'b. flour']],
    [
      'Roman numbers from a start on',
      '<ol type="I" start="4"><li>salt</li><li>flour</li></ol>',
      ['IV. salt', 'V. flour'],
    ],
    [
      'numbers of its items',
      '<ol><li>salt</li><li value="7">flour</li><li>oil</li></ol>',
      ['1. salt', '7. flour', '8. oil'],
    ],
    ['numbers that fall', '<ol reversed start="2"><li>salt</li><li>flour</li></ol>', ['2. salt', '1. flour']],
    ['paragraphs within its items', '<ol type="A"><li><p>salt</p></li></ol>', ['A. salt']],
    ['bullets', '<ul><li>salt</li></ul>', ['salt']],
  ])('keeps its %s', async (_, list, expected) => {
    expect(await html(list)).toEqual(expected.map((text) => `list_item 0: ${text}`));
  });

  it('has no marks for boxes that wait to be filled in', async () => {
    expect(await html('<ul><li><input type="checkbox"> red</li></ul>')).toEqual(['list_item 0: red']);
  });
});

describe('a list of tasks in Markdown', () => {
  it('tells what is done from what is not', async () => {
    expect(await markdown('- [ ] buy sand\n- [x] buy lime\n\n1. [X] pay\n')).toEqual([
      'list_item 0: [ ] buy sand',
      'list_item 0: [x] buy lime',
      'list_item 0: 1. [x] pay',
    ]);
  });

  it('does so where items have paragraphs, too', async () => {
    expect(await markdown('- [x] buy lime\n\n- [ ] buy sand\n')).toEqual([
      'list_item 0: [x] buy lime',
      'list_item 0: [ ] buy sand',
    ]);
  });
});

describe('a word with its reading above it', () => {
  it.each([
    ['<ruby>学校<rp>(</rp><rt>がっこう</rt><rp>)</rp></ruby>前です。'],
    ['<ruby>学校<rt>がっこう</ruby>前です。'],
    ['<ruby><rb>学</rb><rb>校</rb><rtc><rt>がっ</rt><rt>こう</rt></rtc></ruby>前です。'],
  ])('is not torn apart by it: %s', async (ruby) => {
    expect(await html(`<p>${ruby}</p>`)).toEqual(['paragraph: 学校前です。']);
  });
});
