import type { GenerationRequest } from '@lectern/models';
import { extractedTables, type SeePicture } from './extract-agent';
import { JsonWriter, textOf } from './json-writer.fixture';

const table = '| Port | Ferries |\n| --- | --- |\n| Amrum | 3 |';
const pictures = [{ key: 'one', contentType: 'image/png' }];
const see: SeePicture = async ({ contentType }) => ({ contentType, base64: 'AAAA' });

/** A model that sees, and says what it was shown. */
class Seeing extends JsonWriter {
  override readonly description = { ...new JsonWriter(() => ({})).description, vision: true };
  readonly shown: string[] = [];

  override async *generate(request: GenerationRequest) {
    this.shown.push(...(request.images ?? []).map(({ base64 }) => base64));
    yield* super.generate(request);
  }
}

describe('tables that a task writes down', () => {
  it('of a picture come from a model that sees', async () => {
    const model = new Seeing(() => ({
      tables: [
        { page: 1, markdown: table },
        { page: 1, markdown: 'no table' },
      ],
    }));
    const { texts } = await extractedTables({ ...textOf('a\tb\nc\td'), pictures }, { model: model.agent, see });
    expect(texts).toEqual([{ destination: 'tables', body: table, format: 'MARKDOWN' }]);
    expect(model.shown).toEqual(['AAAA']);
  });

  it('come from the words of the picture when the model does not see, or the picture is gone', async () => {
    const text = { ...textOf('a\tb\nc\td'), pictures };
    const blind = new JsonWriter(() => ({}));
    const seeing = new Seeing(() => ({ tables: [] }));
    const gone = { model: seeing.agent, see: async () => undefined };
    for (const reading of [{ model: blind.agent, see }, gone])
      expect((await extractedTables(text, reading)).texts[0]?.body).toBe('| a | b |\n| --- | --- |\n| c | d |');
    expect([blind.prompts, seeing.prompts]).toEqual([[], []]);
  });

  it('make no field where there are none', async () => {
    const model = new Seeing(() => ({ tables: [] }));
    expect((await extractedTables(textOf('Nothing here.'), { model: model.agent })).texts).toEqual([]);
    expect((await extractedTables({ ...textOf('x'), pictures }, { model: model.agent, see })).texts).toEqual([]);
  });
});
