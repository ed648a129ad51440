import type { TextFormat } from '@lectern/contracts/knowledge-box';
import { blocksOf } from '../fixtures/reading.fixture';
import { extractBody } from './text-format';

const read = (body: string, format: TextFormat) => extractBody(body, format, 1_000_000);
const blocks = async (body: string, format: TextFormat) => blocksOf(await read(body, format));

describe('the body of a text field', () => {
  it('is kept as it is when it is plain or kept Markdown', async () => {
    const body = '  # One\r\n\r\n* two **three** 😀\n';
    expect((await read(body, 'PLAIN')).text).toBe(body);
    expect((await read(body, 'KEEP_MARKDOWN')).text).toBe(body);
  });

  it('loses characters that cannot be stored, and keeps its length', async () => {
    expect((await read('a\u0000b\ud800c', 'PLAIN')).text).toBe('a b\ufffdc');
  });

  it('loses its mark-up when it is Markdown', async () => {
    const body =
      '---\ntitle: Rules\n---\n# Harbour *rules*\n\nKeep **left**, see [the map](https://example.org/map).\n\n1. Slow down\n2. Wait\n\n' +
      '- deep\n  - deeper\n\n| Berth | Fee |\n|---|---|\n| A1 | 20 |\n\n```\nx = 1\n```\n';
    const document = await read(body, 'MARKDOWN');
    expect(blocksOf(document)).toEqual([
      'heading 1: Harbour rules',
      'paragraph: Keep left, see the map.',
      'list_item 0: 1. Slow down',
      'list_item 0: 2. Wait',
      'list_item 0: deep',
      'list_item 1: deeper',
      'table: Berth: A1 | Fee: 20',
      'code: x = 1',
    ]);
    expect(document.links).toEqual(['https://example.org/map']);
    expect(document.properties.title).toBe('Rules');
  });

  it.each([
    ['YAML', '---\ntitle: Kiln\ntags:\n  - a\n---\n'],
    ['TOML', '+++\ntitle = "Kiln"\ntags = ["a"]\n[extra]\ntitle = "other"\n+++\n'],
  ])('takes its title from a front matter in %s', async (_, matter) => {
    const document = await read(`${matter}\nIt heats.\n`, 'MARKDOWN');
    expect(blocksOf(document)).toEqual(['paragraph: It heats.']);
    expect(document.properties.title).toBe('Kiln');
  });

  it('keeps what only looks like a front matter', async () => {
    expect(await blocks('+++\nadd one\n+++\n\nIt heats.\n', 'MARKDOWN')).toHaveLength(2);
  });

  it('loses its mark-up when it is reStructuredText', async () => {
    const body =
      'Harbour\n=======\n\nKeep *left*, see `the map <https://example.org>`_ and :ref:`rules <r>`.\n\n- slow\n- wait\n\n' +
      '.. note:: Mind the tide.\n\n.. code-block:: python\n\n   x = 1\n\n=====  ===\nBerth  Fee\n=====  ===\nA1     20\n=====  ===\n';
    expect(await blocks(body, 'RST')).toEqual([
      'heading 1: Harbour',
      'paragraph: Keep left, see the map and rules.',
      'list_item 0: slow',
      'list_item 0: wait',
      'paragraph: Mind the tide.',
      'code: x = 1',
      'table: Berth: A1 | Fee: 20',
    ]);
  });

  it('loses its mark-up when it is HTML', async () => {
    const body =
      '<html lang="de"><head><title>Hafen</title><style>p{}</style></head><body><h2>Fahrplan</h2><p>Erste&nbsp;Zeile<br>zweite</p>' +
      '<script>alert(1)</script><p hidden>ignore me</p><p style="display: none">me too</p><ul><li>eins<ul><li>zwei</li></ul></li></ul>' +
      '<pre>  a\n  b</pre><img alt="Karte des Hafens"></body></html>';
    const document = await read(body, 'HTML');
    expect(blocksOf(document)).toEqual([
      'heading 2: Fahrplan',
      'paragraph: Erste Zeile\nzweite',
      'list_item 0: eins',
      'list_item 1: zwei',
      'code:   a\n  b',
      'paragraph: Karte des Hafens',
    ]);
    expect(document.properties).toMatchObject({ title: 'Hafen', language: 'de' });
  });

  it('tells tables of data from tables that lay out a page', async () => {
    const data = '<table><tr><th>Berth</th><th>Fee</th></tr><tr><td>A1</td><td>20</td></tr></table>';
    const layout = `<table><tr><td><h1>Port</h1></td><td>${data}</td></tr></table>`;
    expect(await blocks(layout, 'HTML')).toEqual(['heading 3: Port', 'paragraph: Berth: A1 | Fee: 20']);
    expect(await blocks(data, 'HTML')).toEqual(['table: Berth: A1 | Fee: 20']);
  });

  it('is flattened when it is JSON', async () => {
    const body = '{"name":"North basin","owner":{"name":"council","phones":["1","2"]},"open":true,"note":null}';
    expect((await read(body, 'JSON')).text).toBe(
      'name: North basin\n\nowner.name: council\nowner.phones: 1, 2\n\nopen: true',
    );
    expect(await blocks('[{"a":1},{"a":2}]', 'JSON')).toEqual(['paragraph: a: 1', 'paragraph: a: 2']);
    await expect(read('{"a":', 'JSON')).rejects.toThrow(/not valid JSON/);
  });

  it('has one record a line when it is lines of JSON, also where a line is broken', async () => {
    const document = await read('{"a":1,"b":"x"}\n\n{"a":2\n', 'JSONL');
    expect(blocksOf(document)).toEqual(['record: a: 1\nb: x', 'record: {"a":2']);
    expect(document.warnings).toHaveLength(1);
  });

  it('has one record a block when blank lines split it', async () => {
    expect(await blocks('one\nline two\n\n \n\nthree\r\n\r\nfour', 'PLAIN_BLANKLINE_SPLIT')).toEqual([
      'record: one\nline two',
      'record: three',
      'record: four',
    ]);
  });

  it('survives hostile mark-up', async () => {
    await expect(read('<div>'.repeat(100_000), 'HTML')).rejects.toThrow(/nests more than/);
    expect((await read(`${'<b>'.repeat(5_000)}end`, 'HTML')).text).toBe('end');
    expect((await read('<table>'.repeat(200) + '<tr><td>x', 'HTML')).text).toContain('x');
    expect((await read('<p>a<script>document.write("<p>b")</script', 'HTML')).text).toBe('a');
    expect((await read('[[[[[[[['.repeat(500), 'MARKDOWN')).text).toContain('[');
    expect(
      await blocks('['.repeat(20_000) + ']'.repeat(20_000), 'JSON').catch((error: Error) => error.message),
    ).toBeDefined();
  });

  it('is cut at the limit with a warning', async () => {
    const document = await extractBody('word '.repeat(100), 'PLAIN', 50);
    expect(document.text).toHaveLength(50);
    expect(document.warnings[0]?.body).toContain('first 50 characters');
  });
});
