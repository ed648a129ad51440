import { words } from '@lectern/text';
import { likeness, LikeTerms } from './likeness';
import { readQuestion } from './question';

const like = (language: string, asked: string, said: string) => {
  const [term] = readQuestion(asked, { language, asked: language }).terms;
  const [word] = words(said, language);
  return term && word ? likeness(term, word, language) : undefined;
};

describe('likeness', () => {
  it.each([
    ['en', 'tides', 'tide', 1],
    ['en', 'organism', 'organisation', 0.7],
    ['en', '1687', '16870', 0],
    ['en', 'cat', 'concatenate', 0],
    ['de', 'Theater', 'Sommertheater', 0.6],
    ['ar', 'مقعد', 'مقاعد', 0.7],
    ['ar', 'مدينة', 'وبالمدينة', 1],
  ])('in %s of %s and %s is %d', (language, asked, said, expected) => {
    expect(like(language, asked, said)).toBe(expected);
  });

  it('knows a word that another one contains, where words are not divided by spaces', () => {
    const term = {
      folded: '花园',
      stem: '花园',
      alike: new Set<string>(),
      isName: false,
      isThing: true,
      isAmount: false,
    };
    expect(likeness(term, { folded: '萨克森花园', stem: '萨克森花园' }, 'zh')).toBe(0.7);
    expect(likeness(term, { folded: '园', stem: '园' }, 'zh')).toBe(0);
  });

  it.each(['en', 'de', 'ar', 'zh'])('finds the terms of a word without a comparison with all: %s', (language) => {
    const said =
      'How many tides rise in March 2024? organism organisation origin originate Sommertheater Theater 16870 1687 ' +
      'den twenty high tall مقعد مقاعد مدينة وبالمدينة 萨克森花园有多大 花园 cat concatenate';
    const question = readQuestion(`How high is it? ${said}`, { language, asked: language });
    const like = new LikeTerms(question);
    for (const word of words(`${said} 5 metres heute abends`, language)) {
      const all = question.terms.map((term, at) => [at, likeness(term, word, language)] as const);
      expect([word.folded, like.of(word)]).toEqual([word.folded, all.filter(([, share]) => share > 0)]);
    }
    expect(question.terms.length).toBeGreaterThan(15);
  });
});
