import {
  deleteField,
  reprocessField,
  type Resource,
  type TextFormat,
  textFormats,
} from '@lectern/contracts/knowledge-box';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { archiveOf, bombOf, docxOf, pdfOf } from '../harness/files';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const EXTRACT = { code: 1, code_str: 'EXTRACT', severity: 'ERROR' };

/** How a body is written, and its extracted text. */
const bodies: Record<TextFormat, readonly [body: string, text: string | RegExp, not?: RegExp]> = {
  PLAIN: ['Plain  text & <b>no</b> mark-up.', 'Plain  text & <b>no</b> mark-up.'],
  HTML: [
    '<h1>Head</h1><p>Alpha <b>beta</b> &amp; gamma</p><script>evil()</script><style>p{}</style>',
    /Alpha beta & gamma/,
    /[<>]|evil|p\{/,
  ],
  RST: ['Title\n=====\n\nAlpha *beta* and ``code``.\n\n* one\n* two\n', /Alpha beta and code\./, /=====|``|\*/],
  MARKDOWN: [
    '# Title\n\nAlpha **beta** [link](https://example.org).\n\n- one\n- two\n',
    /Alpha beta link/,
    /\*\*|\]\(/,
  ],
  KEEP_MARKDOWN: ['# Title\n\nAlpha **beta**.', '# Title\n\nAlpha **beta**.'],
  JSON: ['{"name": "Alpha", "list": [1, {"deep": "beta"}]}', /name[^]*Alpha[^]*deep[^]*beta/, /[{}[\]]/],
  JSONL: ['{"n": "first line"}\n{"n": "second line"}\n', /first line[^]*second line/],
  PLAIN_BLANKLINE_SPLIT: ['block one\nstill one\n\nblock two', /block one[^]*block two/],
};

/** Longer than paragraphs that are joined to their neighbours. */
const long = (word: string) =>
  `${word} ${'holds the water back where the two rivers meet below the mill, '.repeat(12)}still.`;

/** Bodies, and the paragraphs that each becomes. */
const splits: Record<TextFormat, readonly [body: string, paragraphs: readonly string[]]> = {
  PLAIN: [`${long('One')}\n\n${long('Two')}`, [long('One'), long('Two')]],
  HTML: [`<p>${long('One')}</p><div><b>${long('Two')}</b></div>`, [long('One'), long('Two')]],
  RST: [`*${long('One')}*\n\n.. note:: ${long('Two')}\n`, [long('One'), long('Two')]],
  MARKDOWN: [`**${long('One')}**\n\n> ${long('Two')}\n`, [long('One'), long('Two')]],
  KEEP_MARKDOWN: [`**${long('One')}**\n\n> ${long('Two')}\n`, [`**${long('One')}**`, `> ${long('Two')}`]],
  JSON: [
    JSON.stringify({ a: { b: long('One') }, c: [{ d: long('Two') }] }),
    [`a.b: ${long('One')}`, `c.d: ${long('Two')}`],
  ],
  JSONL: [
    '{"n": 1, "of": {"x": "first"}}\n\n[1, 2]\r\n"third"\nno JSON\n{"n": 5}',
    ['n: 1\nof.x: first', '1, 2', 'third', 'no JSON', 'n: 5'],
  ],
  PLAIN_BLANKLINE_SPLIT: [
    `one\nstill one\n\n\n \t\ntwo\r\n\r\n# three\n\n${long('Four')}`,
    ['one\nstill one', 'two', '# three', long('Four')],
  ],
};

/** Files, and a sentence that is found in each. */
const files: Record<string, readonly [contentType: string, content: Buffer, sentence: string]> = {
  'table.csv': ['text/csv', Buffer.from('name,height\nMatterhorn,4478\nEiger,3967\n'), 'Matterhorn 4478'],
  'page.html': ['text/html', Buffer.from('<html><body><p>A page about lichens.</p></body></html>'), 'lichens'],
  'notes.md': ['text/markdown', Buffer.from('# Notes\n\nMosses *love* shade.'), 'Mosses love shade'],
  'data.json': ['application/json', Buffer.from('{"animal": {"name": "axolotl"}}'), 'axolotl'],
  'rows.jsonl': ['application/x-ndjson', Buffer.from('{"a": "quetzal"}\n{"a": "toucan"}\n'), 'toucan'],
  'latin.txt': ['text/plain', Buffer.from('Ein Fl\xfcgel f\xfcr G\xe4nse', 'latin1'), 'Flügel für Gänse'],
  'letter.eml': [
    'message/rfc822',
    Buffer.from(
      'From: a@example.org\r\nTo: b@example.org\r\nSubject: Ferns\r\nDate: Mon, 1 Jan 2024 10:00:00 +0000\r\n\r\nThe ferns unroll in May.\r\n',
    ),
    'ferns unroll',
  ],
  'word.docx': [DOCX, docxOf(['A document of Word.', 'Wombats dig at night.']), 'Wombats dig at night'],
  'bundle.zip': [
    'application/zip',
    archiveOf({ 'a.txt': 'Zebras in an archive', 'b/c.html': '<p>Okapis deeper in it</p>' }),
    'Okapis deeper',
  ],
  unnamed: ['application/octet-stream', pdfOf(['A nameless narwhal swims.']), 'nameless narwhal'],
  'wrong.txt': ['text/plain', pdfOf(['A mislabelled manatee floats.']), 'mislabelled manatee'],
  'wrong.pdf': ['application/pdf', Buffer.from('This is no PDF but text about a pangolin.'), 'pangolin'],
};

/** Always the same. */
function noise(sizeBytes: number): Buffer {
  let state = 1;
  return Buffer.alloc(sizeBytes).map(() => (state = (state * 48_271) % 0x7fffffff) & 0xff) as Buffer;
}

const whole = { show: ['basic', 'errors', 'extracted'], extracted: ['text', 'metadata'] } as const;

inStandalone('formats, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  const processed = async (rid: string): Promise<Resource> => {
    await kb.untilProcessed(rid);
    return kb.resource(rid, whole);
  };
  const uploaded = async (
    filename: string,
    [contentType, content]: readonly [string, Buffer, ...unknown[]],
    headers = {},
  ) => {
    const rid = await kb.upload(content, { filename, contentType, headers });
    const resource = await processed(rid);
    const [id, field] = Object.entries(resource.data?.files ?? {})[0] ?? [];
    return {
      rid,
      id,
      status: resource.metadata?.status,
      text: field?.extracted?.text?.text ?? '',
      errors: field?.errors ?? [],
    };
  };

  it.concurrent.each(textFormats)('of text bodies are read: %s', async (format) => {
    const [body, text, not] = bodies[format];
    const rid = await kb.createResource({ texts: { a: { body, format } } });
    const { data, metadata } = await processed(rid);
    expect(metadata?.status).toBe('PROCESSED');
    const extracted = data?.texts?.['a']?.extracted?.text?.text ?? '';
    if (typeof text === 'string') expect(extracted).toBe(text);
    else expect(extracted).toMatch(text);
    if (not) expect(extracted).not.toMatch(not);
  });

  const paragraphsOf = async (body: string, format: TextFormat): Promise<readonly string[]> => {
    const rid = await kb.createResource({ texts: { a: { body, format } } });
    const { extracted } = (await processed(rid)).data?.texts?.['a'] ?? {};
    const points = [...(extracted?.text?.text ?? '')];
    const { paragraphs = [] } = extracted?.metadata?.metadata ?? {};
    return paragraphs.map(({ start, end }) => points.slice(start, end).join('').trim());
  };

  it.concurrent.each(Object.entries(splits))(
    'of bodies decide how they are split: %s',
    async (format, [body, parts]) => {
      // The table has formats for keys.
      expect(await paragraphsOf(body, format as TextFormat)).toEqual(parts);
    },
  );

  it('of kept Markdown keep every character of the body', async () => {
    const body = '---\ntitle: Kept\n---\n\n#  Head  #\n\n* one\n\t* two **three** 😀\n\n```\ncode  \n```\n\n';
    const rid = await kb.createResource({ texts: { a: { body, format: 'KEEP_MARKDOWN' } } });
    expect((await processed(rid)).data?.texts?.['a']?.extracted?.text?.text).toBe(body);
  });

  it('of bodies are refused where JSON is promised and not sent', async () => {
    const rid = await kb.createResource({ slug: 'no-json' });
    const refused = { status: 422, body: { detail: 'Invalid JSON' } };
    for (const body of ['', '{"a":', '{a: 1}', "{'a': 1}", '{"a": 1} {"b": 2}', 'NaN']) {
      const text = { body, format: 'JSON' };
      const send = (method: string, path: string, sent: object) =>
        kb.client.send(method, `${kb.path}${path}`, { body: sent });
      expect(await send('POST', '/resources', { texts: { a: text } })).toMatchObject(refused);
      expect(await send('PATCH', '/slug/no-json', { texts: { a: text } })).toMatchObject(refused);
      expect(await send('PUT', `/resource/${rid}/text/a`, text)).toMatchObject(refused);
    }
    for (const body of ['null', '"a"', ' [1, 2] ', '{}'])
      expect(await kb.createResource({ texts: { a: { body, format: 'JSON' } } })).toHaveLength(32);
    expect((await kb.resource(rid, { show: ['values'] })).data).not.toHaveProperty('texts');
  });

  it('of bodies give their resource an icon', async () => {
    const icon = async (format: TextFormat) => {
      const rid = await kb.createResource({ texts: { a: { body: bodies[format][0], format } } });
      return (await kb.resource(rid)).icon;
    };
    expect(await Promise.all(textFormats.map(icon))).toEqual([
      'text/plain',
      'text/html',
      'text/x-rst',
      'text/markdown',
      'application/json',
      'text/markdown',
      'application/x-ndjson',
      'text/plain+blankline',
    ]);
  });

  it.concurrent.each(Object.keys(files))('of files are read and found: %s', async (filename) => {
    const [contentType, content, sentence] = files[filename] ?? ['', Buffer.alloc(0), ''];
    const { rid, status, text, errors } = await uploaded(filename, [contentType, content]);
    expect([status, errors.filter(({ severity }) => severity === 'ERROR')]).toEqual(['PROCESSED', []]);
    for (const word of sentence.split(' ')) expect(text).toContain(word);
    const filter = {
      field: {
        and: [
          { prop: 'resource', id: rid },
          { prop: 'field', type: 'file' },
        ],
      },
    };
    expect(await kb.foundTexts({ query: sentence, features: ['keyword'], filter_expression: filter })).not.toHaveLength(
      0,
    );
  });

  it('with pages tell on which page something stands', async () => {
    const pages = ['Page zero speaks of anchors.', 'Page one speaks of barnacles.', 'Page two speaks of capstans.'];
    const { rid } = await uploaded('ship.pdf', ['application/pdf', pdfOf(pages)]);
    const filter = { field: { prop: 'resource', id: rid } };
    const results = await kb.find({ query: 'barnacles', features: ['keyword'], filter_expression: filter });
    const [hit] = Object.values(results.resources).flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ paragraphs }) => Object.values(paragraphs)),
    );
    expect(hit?.text).toContain('barnacles');
    expect(hit?.position.page_number).toBe(1);
  });

  it('behind a password are errors that a password mends', async () => {
    const pdf = ['application/pdf', pdfOf(['The treaty names the harbour of Vlieland.'], 'open sesame')] as const;
    const { rid, id, status, errors } = await uploaded('treaty.pdf', pdf);
    expect([status, errors]).toMatchObject([
      'ERROR',
      [{ ...EXTRACT, body: expect.stringMatching(/encrypted.*password/i) }],
    ]);
    const reprocess = (password: string) =>
      kb.api(reprocessField, {
        params: { rid, field_type: 'file', field_id: id },
        headers: { 'x-file-password': password },
      });

    await reprocess('wrong');
    const still = await processed(rid);
    expect(still.data?.files?.[id ?? '']).toMatchObject({
      status: 'ERROR',
      errors: [{ body: expect.stringMatching(/password/i) }],
    });

    await reprocess('open sesame');
    const mended = await processed(rid);
    expect(mended.metadata?.status).toBe('PROCESSED');
    expect(mended.data?.files?.[id ?? '']?.errors ?? []).toEqual([]);
    const isFound = async () => (await kb.foundTexts({ query: 'Vlieland', features: ['keyword'] })).length > 0;
    await until(async () => (await isFound()) || undefined, 'it is found');
    const values = await kb.resource(rid, { show: ['values'] });
    expect(JSON.stringify(values)).not.toContain('open sesame');

    await reprocess('wrong');
    const kept = await processed(rid);
    expect(kept.data?.files?.[id ?? '']?.extracted?.text?.text).toContain('Vlieland');
    expect(kept.metadata?.status).toBe('ERROR');
  });

  it('behind a password that came along are read at once', async () => {
    const pdf = ['application/pdf', pdfOf(['The ledger names the port of Harlingen.'], 'key')] as const;
    expect(await uploaded('ledger.pdf', pdf, { 'x-password': `UTF-8''k%65y` })).toMatchObject({
      status: 'PROCESSED',
      errors: [],
    });
  });

  it.concurrent.each([
    ['a document that was cut off', 'cut.docx', DOCX, docxOf(['Cut off.']).subarray(0, 400), /damaged|not sent whole/i],
    ['a PDF that was cut off', 'cut.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n1 0 obj\n<<'), /damaged/i],
    [
      'an archive that unpacks to far too much',
      'bomb.zip',
      'application/zip',
      bombOf(40, 32 * 1024 ** 2),
      /unpacks to more than/i,
    ],
    [
      'the same where its directory lies',
      'liar.zip',
      'application/zip',
      bombOf(40, 10),
      /unpacks to more than|damaged/i,
    ],
    ['bytes that mean nothing', 'noise.bin', 'application/octet-stream', noise(4_096), /./],
    ['nothing at all', 'nothing.pdf', 'application/pdf', Buffer.alloc(0), /empty/i],
  ] as const)('that cannot be read say why: %s', async (...[, filename, contentType, content, reason]) => {
    const { status, errors } = await uploaded(filename, [contentType, content]);
    expect([status, errors]).toMatchObject(['ERROR', [{ ...EXTRACT, body: expect.stringMatching(reason) }]]);
    expect(errors[0]?.body).not.toMatch(/node_modules|at .*\.js|undefined/);
  });

  it('that cannot be read harm no other field', async () => {
    const broken = {
      file: { filename: 'x.docx', content_type: DOCX, payload: Buffer.from('PK\x03\x04 broken').toString('base64') },
    };
    const good = {
      file: {
        filename: 'y.txt',
        content_type: 'text/plain',
        payload: Buffer.from('A good cormorant').toString('base64'),
      },
    };
    const rid = await kb.createResource({ texts: { t: { body: 'A healthy heron' } }, files: { broken, good } });
    const { metadata, data } = await processed(rid);
    expect(metadata?.status).toBe('ERROR');
    expect([data?.texts?.['t']?.status, data?.files?.['good']?.status, data?.files?.['broken']?.status]).toEqual([
      'PROCESSED',
      'PROCESSED',
      'ERROR',
    ]);
    expect((await kb.foundTexts({ query: 'heron cormorant', features: ['keyword'] })).sort()).toEqual([
      'A good cormorant',
      'A healthy heron',
    ]);

    await kb.api(deleteField, { params: { rid, field_type: 'file', field_id: 'broken' } });
    expect((await kb.untilProcessed(rid)).metadata?.status).toBe('PROCESSED');
  });

  it('without any text make an empty resource', async () => {
    const rid = await kb.createResource({ title: 'Nothing', texts: { a: { body: '' }, b: { body: ' \n\t ' } } });
    expect((await processed(rid)).metadata?.status).toBe('EMPTY');
  });
});
