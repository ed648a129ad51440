import { answerText, type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const LINK = 'https://example.org/page';

inStandalone('a resource named by its slug, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  const at = '/slug/greek';
  const send = (method: string, path: string, body?: unknown) => kb.client.send(method, `${kb.path}${path}`, { body });
  const textOf = async () => (await send('GET', `${at}/text/body`)).body;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    rid = await kb.createResource(
      { slug: 'greek', texts: { body: { body: 'Alpha beta gamma' } } },
      { wait: 'searchable' },
    );
  });

  it('is there, and another is not', async () => {
    expect((await send('HEAD', '/slug/greek')).status).toBe(200);
    expect((await send('HEAD', '/slug/latin')).status).toBe(404);
  });

  it('is changed like by its id', async () => {
    expect((await send('PATCH', '/slug/greek', { title: 'Letters' })).status).toBe(200);
    expect((await send('GET', '/slug/greek')).body).toMatchObject({ id: rid, title: 'Letters' });
  });

  it('takes texts, links and files into fields', async () => {
    const file = { filename: 'a.txt', content_type: 'text/plain', payload: Buffer.from('Delta').toString('base64') };
    expect((await send('PUT', '/slug/greek/text/body', { body: 'Epsilon zeta' })).status).toBe(201);
    expect((await send('PUT', '/slug/greek/link/page', { uri: LINK })).status).toBe(201);
    expect((await send('PUT', '/slug/greek/file/paper', { file })).status).toBe(201);

    expect(await textOf()).toMatchObject({ field_type: 'text', field_id: 'body', value: { body: 'Epsilon zeta' } });
    expect((await send('GET', `/resource/${rid}/link/page`)).body).toMatchObject({ value: { uri: LINK } });
    expect(await send('GET', '/slug/greek/file/paper/download/field')).toMatchObject({ status: 200, body: 'Delta' });
    expect((await send('DELETE', '/slug/greek/link/page')).status).toBe(204);
    expect((await send('GET', '/slug/greek/link/page')).status).toBe(404);
  });

  it('takes a link by its id, too', async () => {
    expect((await send('PUT', `/resource/${rid}/link/other`, { uri: LINK })).status).toBe(201);
    expect((await send('DELETE', `/resource/${rid}/link/other`)).status).toBe(204);
  });

  it('is processed and indexed again, whole or a field of it, and found again', async () => {
    expect((await send('POST', '/slug/greek/text/body/reprocess')).status).toBe(202);
    expect((await send('POST', '/slug/greek/reprocess')).status).toBe(202);
    await kb.untilProcessed(rid);
    expect((await send('POST', '/slug/greek/reindex')).status).toBe(200);
    const found = async () =>
      (await kb.foundTexts({ query: 'epsilon', features: ['keyword'] })).includes('Epsilon zeta');
    await until(async () => (await found()) || undefined, 'it is found again');
  });

  it('is asked alone', async () => {
    await kb.createResource({ texts: { body: { body: 'Omega is the last letter.' } } }, { wait: 'searchable' });
    const ask = (path: string) => send('POST', `${path}/ask`, { query: 'What is the last letter?' });
    const lines = String((await ask(at)).body)
      .trim()
      .split('\n');
    expect(answerText(lines.map((line) => JSON.parse(line).item))).not.toContain('Omega');
  });

  it('is gone when it was deleted by its slug', async () => {
    expect((await send('DELETE', '/slug/greek')).status).toBe(204);
    expect((await send('GET', `/resource/${rid}`)).status).toBe(404);
  });
});
