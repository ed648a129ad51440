import { boxFunctions } from '@lectern/contracts/agents';
import type { Catalog, CatalogRequest, Resource } from '@lectern/contracts/knowledge-box';
import type { AskItem } from '@lectern/contracts/search';
import { testRun, type TestSource } from '../engine/module-run.fixture';
import type { BoxQuestion } from '../engine/module-sources';
import { boxFunctionsOf } from './box-functions';

const question = { id: 'q', text: 'What is asked?' };

/** A box with one document, which notes its requests. */
class Box {
  readonly asked: BoxQuestion[] = [];
  readonly listed: Partial<CatalogRequest>[] = [];

  constructor(private readonly resource: object = { id: 'rid', title: 'Ibex', summary: 'A goat', created: '2026' }) {}

  get source(): TestSource {
    const nothing: AskItem = { type: 'status', code: '-3', status: 'no_retrieval_data' };
    return {
      identifier: 'box',
      ask: (request) => this.items(request, nothing),
      catalog: async (request) => {
        this.listed.push(request);
        const facets = { '/classification.labels/topics': { '/classification.labels/topics/goats': 2 } };
        const fulltext = { results: [{ rid: 'rid' }], facets } as unknown as Catalog['fulltext']; // What is read of it.
        return { resources: { rid: this.resource as Resource }, fulltext }; // What is read of it.
      },
      labelsets: async () => ({
        topics: {
          title: 'Topics',
          color: 'blue',
          multiple: true,
          kind: ['RESOURCES'],
          labels: [{ title: 'goats', related: null, text: null, uri: null }],
        },
      }),
    };
  }

  private async *items(request: BoxQuestion, item: AskItem): AsyncGenerator<AskItem> {
    this.asked.push(request);
    yield item;
  }
}

async function call(box: Box, name: string, given: object) {
  const called = boxFunctionsOf({ sources: ['box'] }, { filters: ['/l/own/one'] }).find((one) => one.name === name);
  return called?.run({ ...given }, question, testRun({ sources: [box.source] }).run);
}

describe('functions of knowledge boxes', () => {
  it('are those that modules can publish', () => {
    const names = boxFunctionsOf({ sources: [] }).map(({ name }) => name);
    expect(names.toSorted()).toEqual([...boxFunctions].toSorted());
  });

  it('ask within the documents that they name, and within the filters of the module', async () => {
    const box = new Box();
    await call(box, 'ask_labels', { question: 'Where?', labels: ['topics/goats', '/l/topics/sheep'] });
    await call(box, 'ask_by_title', { question: 'Where?', title: 'ibex' });
    expect(box.asked).toMatchObject([
      { query: 'Where?', filters: ['/l/own/one', '/classification.labels/topics/goats', '/l/topics/sheep'] },
      { query: 'Where?', filters: ['/l/own/one'], resource_filters: ['rid'] },
    ]);
    expect(box.listed).toMatchObject([{ query: { field: 'title', match: 'words', query: 'ibex' }, page_size: 20 }]);
  });

  it('list documents, labels and counts, which answers can be made from', async () => {
    const box = new Box();
    const line = { title: 'Ibex', summary: 'A goat', created: '2026' };
    expect(await call(box, 'search_by_title', { title: 'ibex' })).toEqual({
      items: [line],
      contexts: [{ source: 'box', chunks: [], structured: [JSON.stringify(line)] }],
    });
    expect((await call(box, 'ask_labels_list', {}))?.items).toEqual([{ labelset: 'topics', labels: ['topics/goats'] }]);
    expect((await call(box, 'facets_count', { labelset: 'topics' }))?.items).toEqual([
      { label: '/classification.labels/topics/goats', documents: 2 },
    ]);
    expect(box.listed.at(-1)).toEqual({ faceted: ['/classification.labels/topics'], page_size: 0 });
  });

  it('list the images of documents, and nothing else of their files', async () => {
    const file = (content_type: string) => ({
      value: { file: { content_type, filename: 'f', uri: `/f/${content_type}` } },
    });
    const files = { a: file('image/png'), b: file('application/pdf'), c: {} };
    const found = await call(new Box({ id: 'rid', title: 'Ibex', data: { files } }), 'all_images_by_title', {
      title: 'i',
    });
    expect(found?.items).toEqual([{ title: 'Ibex', filename: 'f', uri: '/f/image/png' }]);
    expect(found?.contexts).toMatchObject([{ image_urls: ['/f/image/png'] }]);
  });
});
