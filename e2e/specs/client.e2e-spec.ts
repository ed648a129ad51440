import { ApiError } from '@lectern/client';
import { createResource, deleteResource, getResource, listKnowledgeBoxUsers } from '@lectern/contracts/knowledge-box';
import { askKnowledgeBox, findParagraphs } from '@lectern/contracts/search';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

inStandalone('the client that the operation table types, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  const { api } = server(mode);

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    rid = await kb.createResource(
      { title: 'Tides', texts: { a: { body: 'The moon pulls the sea.' } } },
      { wait: 'embedded' },
    );
  });

  it('reads a document that is sent in pieces', async () => {
    const resource = await api.document(getResource, {
      params: { kbid: kb.id, rid },
      query: { show: ['basic', 'values'] },
    });
    expect(resource).toMatchObject({ id: rid, title: 'Tides' });
    expect(resource.data?.texts?.['a']?.value).toMatchObject({ body: 'The moon pulls the sea.' });
  });

  it('gives the answer of an operation whose body is a part of it', async () => {
    const { results, incomplete } = await api.call(findParagraphs, {
      params: { kbid: kb.id },
      body: { query: 'moon' },
    });
    expect(incomplete).toBe(false);
    expect(Object.keys(results.resources)).toEqual([rid]);
    const params = { account: kb.account, kbid: kb.id };
    const { users } = await api.call(listKnowledgeBoxUsers, { params });
    expect(users.map(({ role }) => role)).toContain('SOWNER');
  });

  it('gives the values of a stream one after the other', async () => {
    const types: (string | undefined)[] = [];
    const asked = api.stream(askKnowledgeBox, { params: { kbid: kb.id }, body: { query: 'What pulls the sea?' } });
    for await (const { item } of asked) types.push(item?.type);
    expect(types).toEqual(expect.arrayContaining(['retrieval', 'answer', 'status']));
  });

  it('says what was refused, and with which status', async () => {
    const refused = api.call(createResource, { params: { kbid: kb.id }, body: { slug: 'a b' } });
    await expect(refused).rejects.toThrow(ApiError);
    await expect(refused).rejects.toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'slug'] }] } });
  });

  it('takes an empty answer for nothing', async () => {
    const { uuid } = await api.call(createResource, { params: { kbid: kb.id }, body: { title: 'Brief' } });
    expect(await api.call(deleteResource, { params: { kbid: kb.id, rid: uuid } })).toBeNull();
  });
});
