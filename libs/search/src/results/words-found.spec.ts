import { parseQuery } from '@lectern/text';
import { wordsFound } from './words-found';

const paragraph = { text: 'Ships wait for the moon.', language: 'en', resourceTitle: 'About harbours' };
const found = (query: string, members: Partial<typeof paragraph> = {}) =>
  wordsFound({ ...paragraph, ...members }, parseQuery(query, ['en', 'de']), 'en');

describe('the words that a paragraph was found by', () => {
  it('are those in itself, in any form, and apart from them those in the title of its resource alone', () => {
    expect(found('harbour ship moons bread')).toEqual({ own: ['ship', 'moons'], title: ['harbour'] });
    expect(found('moon', { resourceTitle: 'The moon' })).toEqual({ own: ['moon'], title: [] });
    expect(found('bread')).toEqual({ own: [], title: [] });
  });

  it('are read in the language of the paragraph, and in that of the query for a title', () => {
    const german = { text: 'Die Häuser am Hafen', language: 'de' };
    expect(found('Haus harbour', german)).toEqual({ own: ['haus'], title: ['harbour'] });
  });

  it('are phrases, where they stand in the paragraph itself', () => {
    expect(found('"wait for" "about harbours"')).toEqual({ own: ['wait for'], title: [] });
    expect(found('the')).toEqual({ own: ['the'], title: [] });
  });
});
