import { words } from '.';

const wordsOf = (text: string, language: string) => [...words(text, language)];

describe('words', () => {
  it('come with their place, their folded form and their stem', () => {
    expect(wordsOf('😀 Running', 'en')).toEqual([
      { text: 'Running', start: 2, end: 9, folded: 'running', stem: 'run' },
    ]);
  });

  it('have no stem when they are stop words', () => {
    expect(wordsOf("L'été où", 'fr').map(({ stem }) => stem)).toEqual(['', '', '']);
  });

  it('are those of a dictionary where no spaces are', () => {
    expect(wordsOf('我们在北京大学', 'zh').map(({ text }) => text)).toEqual(['我们', '在', '北京', '大学']);
  });
});
