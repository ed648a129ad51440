import fc from 'fast-check';
import {
  PushedBlock,
  PushedConversation,
  PushedGeneratedConversation,
  PushedLayout,
  PushedLink,
  PushedText,
  PushOptions,
  PushPayload,
} from '@lectern/contracts/understanding';
import { chosenStrategies, pushedFields, fileTokensOf, strategiesOfPush } from './pushed-field';

const payload = (members: object) => Object.assign(new PushPayload(), members);
const text = (format: number) => Object.assign(new PushedText(), { body: 'a', format });
const partsOf = (members: object) =>
  pushedFields(payload(members)).flatMap(({ pieces }) => pieces.flatMap(({ parts }) => parts));
const layoutOf = (blocks: Readonly<Record<string, Partial<PushedBlock>>>) => {
  const all = Object.entries(blocks).map(([id, block]) => [id, Object.assign(new PushedBlock(), block)] as const);
  return { layoutfield: { l: Object.assign(new PushedLayout(), { blocks: Object.fromEntries(all) }) } };
};

describe('A push', () => {
  it('has formats by the numbers of pushes, which are not those of stored fields', () => {
    const textfield = Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7].map((format) => [`f${format}`, text(format)]));
    expect(partsOf({ textfield }).map((part) => 'text' in part && part.text.format)).toEqual([
      'PLAIN',
      'HTML',
      'MARKDOWN',
      'RST',
      'JSON',
      'KEEP_MARKDOWN',
      'JSONL',
      'PLAIN_BLANKLINE_SPLIT',
    ]);
  });

  it('names files in fields, messages and blocks', () => {
    const conversation = Object.assign(new PushedConversation(), {
      messages: [{ ident: 'm', to: [], content: { text: null, format: 0, attachments: ['two'] } }],
    });
    const layout = Object.assign(new PushedLayout(), { blocks: { b: { x: 0, y: 0, type: 4, file: 'three' } } });
    const pushed = payload({
      filefield: { 'a b.pdf': 'one' },
      layoutfield: { l: layout },
      conversationfield: { c: conversation },
    });
    expect(fileTokensOf(pushed)).toEqual([
      { id: 'a b.pdf', token: 'one' },
      { id: 'l', token: 'three' },
      { id: 'c', token: 'two' },
    ]);
  });

  it('without fields has nothing to do', () => {
    expect(pushedFields(payload({}))).toEqual([]);
  });

  it('gives its fields in one order, with the letters and the numbers of their types', () => {
    const generated = new PushedGeneratedConversation();
    Object.assign(generated, { source_field_id: 'c', conversationfield: new PushedConversation() });
    const link = Object.assign(new PushedLink(), { link: 'https://example.org' });
    const fields = pushedFields(
      payload({
        generated_conversationfield: { made: generated },
        conversationfield: { c: new PushedConversation() },
        layoutfield: { l: new PushedLayout() },
        textfield: { t: text(0) },
        linkfield: { u: link },
        filefield: { f: 'token' },
        genericfield: { title: text(0) },
      }),
    );
    expect(fields.map(({ letter, type, id }) => [letter, type, id])).toEqual([
      ['a', 6, 'title'],
      ['t', 4, 't'],
      ['f', 0, 'f'],
      ['u', 1, 'u'],
      ['t', 4, 'l'],
      ['c', 7, 'c'],
      ['c', 7, 'made'],
    ]);
  });

  it('fetches links with their headers and cookies, and selects only where a selector is given', () => {
    const link = { link: 'https://example.org', headers: null, cookies: null, css_selector: '', xpath: null };
    const own = { link: 'https://example.org', headers: { a: 'b' }, cookies: { c: 'd' }, css_selector: 'main' };
    const linkfield = { plain: Object.assign(new PushedLink(), link), own: Object.assign(new PushedLink(), own) };
    expect(partsOf({ linkfield })).toEqual([
      { link: { uri: 'https://example.org', headers: {}, cookies: {} } },
      { link: { uri: 'https://example.org', headers: { a: 'b' }, cookies: { c: 'd' }, cssSelector: 'main' } },
    ]);
  });

  it('reads the blocks of a layout row by row, and columns from left to right, by id where they overlap', () => {
    const at = (x: number, y: number) => ({ x, y, payload: `${x}/${y}` });
    const parts = partsOf(layoutOf({ d: at(1, 1), c: at(0, 1), b: { ...at(0, 0), payload: 'b' }, a: at(0, 0) }));
    expect(parts.map((part) => 'text' in part && part.text.body)).toEqual(['0/0', 'b', '0/1', '1/1']);
  });

  it('reads a layout alike, whatever the order in which its blocks are sent', () => {
    const coordinate = fc.integer({ min: -2, max: 2 });
    const blocks = fc.uniqueArray(
      fc.record({ id: fc.string({ minLength: 1, maxLength: 3 }), x: coordinate, y: coordinate }),
      {
        selector: ({ id }) => id,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(blocks, (all) => {
        const bodies = (some: typeof all) =>
          partsOf(layoutOf(Object.fromEntries(some.map(({ id, x, y }) => [id, { x, y, payload: id }])))).map(
            (part) => 'text' in part && part.text.body,
          );
        expect(bodies(all.toReversed())).toEqual(bodies(all));
      }),
      { seed: 7 },
    );
  });

  it('takes rich text for HTML, and the text of a block before its file', () => {
    const parts = partsOf(layoutOf({ a: { type: 2, payload: '<b>1</b>', file: 'token' }, b: { y: 1, payload: null } }));
    expect(parts).toEqual([{ text: { body: '<b>1</b>', format: 'HTML' } }, { file: 'token', isField: false }]);
  });

  it('keeps messages apart by their idents, and their texts before their attachments', () => {
    const messages = [
      { ident: 'm1', to: [], content: { text: 'Hi', format: 2, attachments: ['one', 'two'] } },
      { ident: 'm2', to: [], content: { text: null, format: 0, attachments: [] } },
    ];
    const [field] = pushedFields(
      payload({ conversationfield: { c: Object.assign(new PushedConversation(), { messages }) } }),
    );
    expect(field?.pieces).toEqual([
      {
        ident: 'm1',
        parts: [
          { text: { body: 'Hi', format: 'MARKDOWN' } },
          { file: 'one', isField: false },
          { file: 'two', isField: false },
        ],
      },
      { ident: 'm2', parts: [{ text: { body: '', format: 'PLAIN' } }] },
    ]);
  });

  it('makes pictures of the files that are fields, and of no others', () => {
    expect(partsOf({ filefield: { f: 'token' } })).toEqual([{ file: 'token', isField: true }]);
  });

  it('gives back labels without other members', () => {
    const label = { labelset: 'kind', label: 'news', cancelled_by_user: true };
    const [field] = pushedFields(
      payload({ textfield: { t: Object.assign(text(0), { classification_labels: [label] }) } }),
    );
    expect(field?.labels).toEqual([{ labelset: 'kind', label: 'news' }]);
  });
});

describe('The strategies of a field', () => {
  it('are its own, else those of its file, else those of the push, each kind by itself', () => {
    const [field, file, push] = [{ extract: 'e1' }, { extract: 'e2', split: 's2' }, { extract: 'e3', split: 's3' }];
    expect(chosenStrategies(field, file, push)).toEqual({ extract: 'e1', split: 's2' });
    expect(chosenStrategies(field, undefined, push)).toEqual({ extract: 'e1', split: 's3' });
  });

  it('are none where all are empty', () => {
    expect(chosenStrategies({ extract: '', split: '' }, undefined, {})).toEqual({});
    expect(strategiesOfPush(payload({}))).toEqual({ extract: '', split: '' });
  });

  it('of a push are in its options', () => {
    const processing_options = Object.assign(new PushOptions(), { extract_strategy: 'e', split_strategy: null });
    expect(strategiesOfPush(payload({ processing_options }))).toEqual({ extract: 'e', split: '' });
  });
});
