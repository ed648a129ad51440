import fc from 'fast-check';
import { defaultCallLimits, ModelCalls } from './model-calls';
import { pageGroups, readPage, readTables } from './page-questions';
import { SeeingModel } from './strategy-model.fixture';

const image = { contentType: 'image/png', base64: '' };
const table = '| a | b |\n| --- | --- |\n| 1 | 2 |';
const { signal } = new AbortController();
const callsOf = (model: SeeingModel) => new ModelCalls(model.asked, defaultCallLimits, signal);

describe('groups of pages', () => {
  const ascending = fc.uniqueArray(fc.nat(40)).map((pages) => pages.toSorted((a, b) => a - b));

  it('have all pages once, in their order, and no more at once than wanted', () => {
    fc.assert(
      fc.property(ascending, fc.integer({ min: 1, max: 8 }), (pages, max) => {
        const groups = pageGroups(pages, max);
        expect(groups.flat()).toEqual(pages);
        expect(groups.every((group) => group.length >= 1 && group.length <= max)).toBe(true);
        for (const group of groups) expect(group).toEqual(group.map((_, at) => (group[0] ?? 0) + at));
      }),
      { seed: 14 },
    );
  });
});

describe('a page that a model reads', () => {
  const read = (answer: string, rules?: readonly string[]) => {
    const model = new SeeingModel(() => answer);
    return { model, markdown: readPage(callsOf(model), image, rules) };
  };

  it('is its Markdown, without a fence around it', async () => {
    expect(await read('```markdown\n# Tides\n\nThey rise.\n```').markdown).toBe('# Tides\n\nThey rise.');
    expect(await read(' # Tides ').markdown).toBe('# Tides');
  });

  it('may be empty', async () => {
    expect(await read('EMPTY PAGE').markdown).toBe('');
    expect(await read('```\nEMPTY PAGE\n```').markdown).toBe('');
  });

  it('is read by the rules of the strategy, which are no text to read', async () => {
    const { model, markdown } = read('Tides', ['Describe charts.']);
    await markdown;
    const [request] = model.requests;
    expect(request?.system).toContain('- Describe charts.');
    expect(request?.user).not.toContain('charts');
    expect(request?.images).toEqual([image]);
  });
});

describe('tables that a model finds', () => {
  const find = (tables: unknown, pages = 2, merges = false) => {
    const model = new SeeingModel(() => ({ tables }));
    const images = Array.from({ length: pages }, () => image);
    return { model, found: readTables(callsOf(model), images, { rules: null, merges }) };
  };

  it('are on the pages that it names, in its order', async () => {
    const other = table.replace('1', '3');
    const tables = [
      { page: 2, markdown: table },
      { page: 1, markdown: other },
      { page: 2, markdown: other },
    ];
    expect(await find(tables).found).toEqual([[other], [table, other]]);
  });

  it.each([
    [undefined],
    ['no list'],
    [[null, 'x', 7]],
    [[{ page: 3, markdown: table }]],
    [[{ page: '1', markdown: table }]],
    [[{ page: 1, markdown: 'no table' }]],
    [[{ page: 1, markdown: '| a |\n| --- |' }]],
  ])('are none in the answer %j', async (tables) => {
    expect(await find(tables).found).toEqual([[], []]);
  });

  it('are not more than it may find', async () => {
    const many = Array.from({ length: 300 }, () => ({ page: 1, markdown: table }));
    expect((await find(many, 1).found)[0]).toHaveLength(200);
  });

  it('become one across pages only where that is wanted', async () => {
    const [apart, together] = [find([]), find([], 2, true)];
    await Promise.all([apart.found, together.found]);
    const system = ({ model }: typeof apart) => model.requests[0]?.system ?? '';
    expect(system(apart)).not.toContain('continues on the next page');
    expect(system(together)).toContain('continues on the next page');
  });
});
