import { PassthroughConfig } from '@lectern/contracts/agents';
import { testRun } from '../../../engine/module-run.fixture';
import { chunkOf, contextOfTexts } from '../../context.fixture';
import { passthrough } from './passthrough';

const configOf = (rich: boolean) =>
  Object.assign(new PassthroughConfig(), { module: 'passthrough', rich_context: rich });
const { run } = testRun();
const contexts = [
  contextOfTexts(['One.', 'Two.'], { id: 'a', summary: 'One and two.' }),
  contextOfTexts([], {
    id: 'b',
    chunks: [chunkOf('Three.', { title: 'Numbers', origin_url: 'https://three' }), chunkOf('Three.')],
    structured: ['{"four":4}'],
  }),
];

describe('passthrough', () => {
  it('gives the answers of sources, or their texts once', async () => {
    const { answer } = await passthrough.run(configOf(false), contexts, run);
    expect(answer).toBe('One and two.\n\nThree.\n\n{"four":4}');
  });

  it('gives every text with its title, its address and a citation', async () => {
    const { answer, citations, urls } = await passthrough.run(configOf(true), contexts, run);
    expect(answer?.split('\n\n')).toEqual([
      'One. [1]',
      'Two. [2]',
      '**Numbers, https://three**',
      'Three. [3]',
      'Three. [4]',
      '{"four":4} [5]',
      '[1]: block-AA\n[2]: block-AB\n[3]: block-AC\n[4]: block-AD\n[5]: block-AE',
    ]);
    expect(citations?.metadata['block-AC']).toEqual({
      context_id: 'b',
      chunk_index: 0,
      origin_urls: ['https://three'],
    });
    expect(urls).toEqual(['https://three']);
  });

  it('has no answer when nothing was found', async () => {
    expect((await passthrough.run(configOf(true), [], run)).answer).toBe('');
  });

  it('never answers with more characters than a session keeps', async () => {
    const long = contextOfTexts(Array.from({ length: 50 }, (_, place) => `${place}${'a'.repeat(9_998)}`));
    const { answer = '' } = await passthrough.run(configOf(true), [long], run);
    expect(answer.length).toBeLessThan(205_000);
    expect(answer.length).toBeGreaterThan(180_000);
  });
});
