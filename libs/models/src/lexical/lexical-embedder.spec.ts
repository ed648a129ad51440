import { cosine, embedderContract } from '../embedder.contract';
import { LexicalEmbedder } from './lexical-embedder';

describe('LexicalEmbedder', () => {
  embedderContract(async () => new LexicalEmbedder());

  const likeness = async (a: string, b: string) => {
    const [one, other] = await new LexicalEmbedder().embed([a, b], 'passage');
    return cosine(one, other);
  };

  it.each([
    ['another form of a word', 'internationalisation', 'internationalised', 'agricultural'],
    ['a misspelt word', 'accommodation', 'accomodation', 'preparation'],
    ['accents and case', 'Élève à Québec', 'ELEVE A QUEBEC', 'école de Genève'],
    ['part of a Chinese word', '人工智能的发展', '人工智能技术', '苹果和香蕉'],
    ['another form of a Hindi word', 'भारतीय संविधान', 'भारत का संविधान', 'सूरज की रोशनी'],
  ])('recognises %s', async (_, text, alike, other) => {
    expect(await likeness(text, alike)).toBeGreaterThan((await likeness(text, other)) + 0.2);
  });

  it('does not pretend to know meanings', async () => {
    expect(await likeness('automobile', 'car')).toBeLessThan(0.1);
  });

  it('gives the vectors that are stored already', async () => {
    const [vector = new Float32Array()] = await new LexicalEmbedder().embed(['The moon pulls the sea'], 'passage');
    const strongest = [...vector.entries()].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a)).slice(0, 4);
    expect(strongest.map(([at, value]) => `${at}: ${value.toFixed(3)}`).join(', ')).toMatchInlineSnapshot(
      `"60: 0.355, 898: 0.355, 38: 0.208, 67: -0.208"`,
    );
  });
});
