import { listCatalog } from '@lectern/contracts/knowledge-box';
import { suggest } from '@lectern/contracts/search';
import { base64, type KnowledgeBoxClient, textsOf } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { tusUpload } from '../harness/tus';

/** Each has a number of its own. Made-up ids would have parts that a search takes for misspelt words of a name. */
let written = 0;
/** Its heading becomes the title, so that only the name of the file tells what people call it. */
const content = () => Buffer.from(`# Rules of the port\n\nShips wait outside until noon. Page ${(written += 1)}.\n`);
const MARKDOWN = 'text/markdown';

inStandalone('names of files, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const nameOf = async (rid: string) => (await kb.resource(rid, { show: ['origin'] })).origin?.filename;
  const upload = (filename: string) => kb.upload(content(), { filename, contentType: MARKDOWN });
  const inline = (filename: string) => ({
    file: { filename, content_type: MARKDOWN, payload: content().toString('base64') },
  });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('are kept at every door, and what a caller says comes first', async () => {
    expect(await nameOf(await upload('uploaded notes.md'))).toBe('uploaded notes.md');
    const resumed = await tusUpload(kb, content(), {
      metadata: { filename: 'resumed.md', content_type: MARKDOWN },
    });
    expect(await nameOf(resumed.header('kbdb-resource')?.split('/').at(-1) ?? '')).toBe('resumed.md');
    expect(await nameOf(await kb.createResource({ files: { f: inline('inline.md') } }))).toBe('inline.md');
    const links = { l: { uri: 'http://127.0.0.1:1/papers/annual%20report.pdf?download=1' } };
    expect(await nameOf(await kb.createResource({ links }))).toBe('annual report.pdf');
    expect(await nameOf(await kb.createResource({ links: { l: { uri: 'http://127.0.0.1:1/about.html' } } }))).toBe(
      undefined,
    );
    const own = { files: { f: inline('mine.md') }, origin: { filename: 'original.docx', tags: ['t'] } };
    expect(await nameOf(await kb.createResource(own))).toBe('original.docx');
    const nameless = await kb.client.send('POST', `${kb.path}/upload`, {
      raw: content(),
      headers: { 'content-type': MARKDOWN },
    });
    expect(await nameOf((nameless.body as { uuid: string }).uuid)).toBeUndefined();
  });

  it('follow the file of a resource that changes', async () => {
    const rid = await kb.createResource({ title: 'Without a file', texts: { t: { body: 'A note.' } } });
    await kb.modifyResource(rid, { files: { f: inline('first.md') } });
    expect(await nameOf(rid)).toBe('first.md');
    await kb.modifyResource(rid, { files: { f: inline('second.md') } });
    expect(await nameOf(rid)).toBe('second.md');
    await kb.modifyResource(rid, { origin: { url: 'https://example.org' } });
    expect((await kb.resource(rid, { show: ['origin'] })).origin).toMatchObject({
      url: 'https://example.org',
      filename: 'second.md',
    });
    await kb.modifyResource(rid, { origin: { filename: 'mine.txt' } });
    await kb.client.send('POST', `${kb.path}/resource/${rid}/file/f/upload`, {
      raw: content(),
      headers: { 'content-type': MARKDOWN, 'x-filename': base64('third.md') },
    });
    expect(await nameOf(rid)).toBe('mine.txt');
  });

  it('find what has another title: in the catalog, as a suggestion, and by words', async () => {
    const rid = await upload('Quokka_survey-0417.md');
    await kb.untilProcessed(rid);
    const { title } = await kb.resource(rid, { show: ['basic'] });
    expect(title).toBe('Rules of the port');
    for (const query of ['quokka_survey-0417.md', 'Quokka_survey-0417', 'survey quokka']) {
      const { fulltext } = await kb.api(listCatalog, { body: { query } });
      expect([query, fulltext?.results]).toEqual([query, [expect.objectContaining({ rid })]]);
      const found = await kb.find({ query, features: ['keyword'] });
      // Ids that the product made up may look like a misspelt word of a name: such a match comes later.
      expect([query, found.best_matches[0]]).toEqual([query, expect.stringContaining(rid)]);
      expect(textsOf(found)).toContainEqual(expect.stringContaining('Ships wait'));
    }
    const { paragraphs } = await kb.api(suggest, { body: { query: 'quok' } });
    expect(paragraphs?.results.map((one) => one.rid)).toContain(rid);
  });
});
