import { Embedder, type EmbedderDescription } from '@lectern/models';
import { embeddedInputs } from './embedded-inputs';

/** Its tokens are the characters of a text. */
class Characters extends Embedder {
  readonly description: EmbedderDescription = {
    id: 'characters',
    languages: ['*'],
    dimensions: 1,
    defaultMinScore: 0,
    fusionWeight: 1,
    fusionWeightElsewhere: 1,
  };

  async embed(texts: readonly string[]) {
    return texts.map(({ length }) => Float32Array.from([length]));
  }

  override async textOf(tokens: readonly number[]) {
    return tokens.every((token) => token >= 32) ? String.fromCodePoint(...tokens) : undefined;
  }

  async close() {}
}

describe('inputs to embed', () => {
  const embedder = new Characters();
  const tokens = [...'tide'].map((letter) => letter.codePointAt(0) ?? 0);

  it('are a text, or some', async () => {
    expect(await embeddedInputs(embedder, 'tide')).toEqual(['tide']);
    expect(await embeddedInputs(embedder, ['tide', ''])).toEqual(['tide', '']);
    expect(await embeddedInputs(embedder, [])).toEqual([]);
  });

  it('are the tokens of one text, or of some', async () => {
    expect(await embeddedInputs(embedder, tokens)).toEqual(['tide']);
    expect(await embeddedInputs(embedder, [tokens, tokens.slice(0, 2)])).toEqual(['tide', 'ti']);
  });

  it('are refused as tokens of another model, with a way out', async () => {
    await expect(embeddedInputs(embedder, [[1, 2]])).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/not those of the model characters: send texts/),
    });
  });
});
