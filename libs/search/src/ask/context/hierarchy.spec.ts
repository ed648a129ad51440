import { hierarchyEntries, textBehind } from './hierarchy';
import { storedParagraph } from './stored-paragraph.fixture';

const found = [
  storedParagraph('r1/t/a/0-9', { text: 'One' }),
  storedParagraph('r2/t/a/0-9', { text: 'Two' }),
  storedParagraph('r1/t/b/0-9', { text: 'Three' }),
];

describe('hierarchy', () => {
  it('makes one entry of each resource, in place of its best paragraph', () => {
    const resources = { r1: { id: 'r1', title: 'First', summary: 'About one.' } };
    const entries = hierarchyEntries(found, { resources, behind: new Map([['r1/t/a/0-9', ' and more']]) });
    expect(entries.map(({ key, text }) => [key, text])).toEqual([
      [
        'r1/t/a/0-9',
        'DOCUMENT: First \n SUMMARY: About one. \n RESOURCE CONTENT: ' +
          '\n EXTRACTED BLOCK: \n One and more \n\n \n EXTRACTED BLOCK: \n Three \n\n ',
      ],
      ['r2/t/a/0-9', 'DOCUMENT: Tides \n SUMMARY:  \n RESOURCE CONTENT: \n EXTRACTED BLOCK: \n Two \n\n '],
    ]);
  });

  it('cuts long titles and summaries between characters', () => {
    const resources = { r2: { id: 'r2', title: '👩'.repeat(600), summary: '月'.repeat(1_100) } };
    const [entry] = hierarchyEntries(found.slice(1, 2), { resources, behind: new Map() });
    expect([...(entry?.text.match(/DOCUMENT: (\S+)/)?.[1] ?? '')]).toHaveLength(500);
    expect(entry?.text.match(/SUMMARY: (\S+)/)?.[1]).toHaveLength(1_000);
  });

  it('takes as much of what follows as is wanted', () => {
    const following = [
      storedParagraph('r1/t/a/9-12', { text: 'abc' }),
      storedParagraph('r1/t/a/12-15', { text: 'def' }),
    ];
    expect([0, 1, 3, 6, 100].map((count) => textBehind(following, count))).toEqual([
      '',
      '\n',
      '\nab',
      '\nabc\nd',
      '\nabc\ndef',
    ]);
  });
});
