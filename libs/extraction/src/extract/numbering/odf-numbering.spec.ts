import { OdfNumbering } from './odf-numbering';

const numbered = (level: number, more: Readonly<Record<string, string>> = {}) => ({
  'text:level': String(level),
  'style:num-format': '1',
  ...more,
});

function numbering(): OdfNumbering {
  const lists = new OdfNumbering();
  lists.define('text:list-style', { 'style:name': 'L1' });
  lists.define('text:list-level-style-number', numbered(1, { 'style:num-suffix': '.' }));
  lists.define('text:list-level-style-number', numbered(2, { 'text:display-levels': '2' }));
  lists.define('text:list-level-style-bullet', { 'text:level': '3' });
  lists.define('text:outline-style', { 'style:name': 'Outline' });
  lists.define('text:outline-level-style', numbered(1, { 'style:num-format': 'I' }));
  lists.define('text:outline-level-style', numbered(2, { 'style:num-format': '' }));
  return lists;
}

describe('lists of OpenDocument', () => {
  it('show the numbers of as many levels as they say, and no bullets', () => {
    const lists = numbering();
    lists.openList({ 'text:style-name': 'L1' });
    const labels = [lists.item({}), lists.item({})];
    lists.openList({});
    labels.push(lists.item({}), lists.item({ 'text:start-value': '5' }));
    lists.openList({});
    labels.push(lists.item({}));
    lists.closeList();
    lists.closeList();
    labels.push(lists.item({}));
    expect(labels).toEqual(['1.', '2.', '2.1', '2.5', '', '3.']);
  });

  it('begin again, unless they go on counting', () => {
    const lists = numbering();
    const first = (attributes: Readonly<Record<string, string>>) => {
      lists.openList({ 'text:style-name': 'L1', ...attributes });
      const label = lists.item({});
      lists.closeList();
      return label;
    };
    expect([first({}), first({}), first({ 'text:continue-numbering': 'true' })]).toEqual(['1.', '1.', '2.']);
  });

  it('and headings are numbered as the outline says', () => {
    const lists = numbering();
    const heading = (level: number, more = {}) => lists.heading({ 'text:outline-level': String(level), ...more });
    expect([heading(1), heading(2), heading(1, { 'text:is-list-header': 'true' }), heading(1), heading(9)]).toEqual([
      'I',
      '',
      '',
      'II',
      '',
    ]);
  });

  it('that are wrong have no numbers', () => {
    const lists = numbering();
    lists.closeList();
    lists.define('text:list-level-style-number', numbered(99));
    lists.openList({ 'text:style-name': 'unknown' });
    expect([lists.item({}), lists.heading({ 'text:outline-level': 'x' })]).toEqual(['', '']);
  });
});
