import { throughDoor } from '@lectern/contracts/core';
import {
  deleteField,
  deleteResource,
  downloadFileField,
  getField,
  getResource,
  headResource,
  modifyResource,
  putFileField,
  putLinkField,
  putTextField,
  reindexResource,
  reprocessField,
  reprocessResource,
} from '@lectern/contracts/knowledge-box';
import { type AskItem, askKnowledgeBox } from '@lectern/contracts/search';
import { answerText, type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const LINK = 'https://example.org/page';

inStandalone('a resource named by its slug, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  const send = (method: string, path: string) => kb.client.send(method, `${kb.path}${path}`);
  const greek = { rslug: 'greek' };
  const page = { ...greek, field_type: 'link', field_id: 'page' } as const;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    rid = await kb.createResource(
      { slug: 'greek', texts: { body: { body: 'Alpha beta gamma' } } },
      { wait: 'searchable' },
    );
  });

  it('is there, and another is not', async () => {
    await kb.api(headResource, { params: greek });
    expect((await send('HEAD', '/slug/latin')).status).toBe(404);
  });

  it('is changed like by its id', async () => {
    await kb.api(modifyResource, { params: greek, body: { title: 'Letters' } });
    expect(await kb.api(getResource, { params: greek })).toMatchObject({ id: rid, title: 'Letters' });
  });

  it('takes texts, links and files into fields', async () => {
    const file = { filename: 'a.txt', content_type: 'text/plain', payload: Buffer.from('Delta').toString('base64') };
    const [text, paper] = [
      { ...greek, field_id: 'body' },
      { ...greek, field_id: 'paper' },
    ];
    await kb.api(putTextField, { params: text, body: { body: 'Epsilon zeta' } });
    await kb.api(putLinkField, { params: page, body: { uri: LINK } });
    await kb.api(putFileField, { params: paper, body: { file } });

    expect(await kb.api(getField, { params: { ...text, field_type: 'text' } })).toMatchObject({
      field_type: 'text',
      field_id: 'body',
      value: { body: 'Epsilon zeta' },
    });
    expect(await kb.api(getField, { params: { ...page, rid } })).toMatchObject({ value: { uri: LINK } });
    const downloaded = await kb.client.api.download(downloadFileField, { params: { kbid: kb.id, ...paper } });
    expect(String(downloaded)).toBe('Delta');
    await kb.api(deleteField, { params: page });
    expect((await send('GET', '/slug/greek/link/page')).status).toBe(404);
  });

  it('takes a link by its id, too', async () => {
    const params = { rid, field_type: 'link', field_id: 'other' } as const;
    await kb.api(putLinkField, { params, body: { uri: LINK } });
    await kb.api(deleteField, { params });
  });

  it('is processed and indexed again, whole or a field of it, and found again', async () => {
    await kb.api(reprocessField, { params: { ...greek, field_type: 'text', field_id: 'body' } });
    await kb.api(reprocessResource, { params: greek });
    await kb.untilProcessed(rid);
    await kb.api(reindexResource, { params: greek });
    const found = async () =>
      (await kb.foundTexts({ query: 'epsilon', features: ['keyword'] })).includes('Epsilon zeta');
    await until(async () => (await found()) || undefined, 'it is found again');
  });

  it('is asked alone', async () => {
    await kb.createResource({ texts: { body: { body: 'Omega is the last letter.' } } }, { wait: 'searchable' });
    const params = { kbid: kb.id, ...greek };
    const items: AskItem[] = [];
    const asked = kb.client.api.stream(throughDoor(askKnowledgeBox, 'search.ask.resource'), {
      params,
      body: { query: 'What is the last letter?' },
    });
    for await (const { item } of asked) if (item) items.push(item);
    expect(answerText(items)).not.toContain('Omega');
  });

  it('is gone when it was deleted by its slug', async () => {
    await kb.api(deleteResource, { params: greek });
    expect((await send('GET', `/resource/${rid}`)).status).toBe(404);
  });
});
