import { isKnownRefusal, refusalIn } from './refusal';

const languages = 'en es fr de it pt ca nl pl ru zh ja ko ar hi'.split(' ');

describe('the reply when nothing answers', () => {
  it('is in the language of the question', () => {
    expect(refusalIn('de')).toBe('Die vorhandenen Daten reichen nicht aus, um das zu beantworten.');
    expect(new Set(languages.map(refusalIn)).size).toBe(languages.length);
  });

  it.each(['', 'xx', 'eo'])('is in English for %j', (language) => {
    expect(refusalIn(language)).toBe('Not enough data to answer this.');
  });

  it('is known again in every language', () => {
    expect(languages.map(refusalIn).every(isKnownRefusal)).toBe(true);
  });

  it.each(['', 'Not enough data.', 'It says: Not enough data to answer this.', 'not enough data to answer this.'])(
    'is not taken from the answer %j',
    (text) => {
      expect(isKnownRefusal(text)).toBe(false);
    },
  );
});
