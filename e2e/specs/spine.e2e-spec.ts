import { answerText, type KnowledgeBoxClient, textsOf, until } from '../harness/client';
import { inAllModes } from '../harness/in-modes';
import { server } from '../harness/modes';

inAllModes('the spine, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  it('answers from a resource that was just created, with citations', async () => {
    const body = 'The moon pulls the sea. Tides follow it twice a day.\n\nBread rises because yeast makes gas.';
    const rid = await kb.createResource({ title: 'Tides', texts: { tides: { body } } }, { wait: 'searchable' });

    const items = await kb.ask({ query: 'What pulls the sea?', citations: true });

    expect(answerText(items)).toContain('moon');
    const citations = items.find((item) => item.type === 'citations');
    expect(Object.keys(citations?.citations ?? {})[0]).toMatch(new RegExp(`^${rid}/t/tides/0-`));
  });

  it('finds by words in the order of the interface', async () => {
    await kb.createResource({ slug: 'greek', texts: { body: { body: 'Alpha beta gamma' } } }, { wait: 'searchable' });

    const results = await kb.find({ query: 'gamma', features: ['keyword'], show: ['basic', 'values'] });

    expect(textsOf(results)[0]).toBe('Alpha beta gamma');
    const [resource] = Object.values(results.resources);
    expect(resource).toMatchObject({ slug: 'greek', data: { texts: { body: { value: { format: 'PLAIN' } } } } });
    expect(Object.keys(resource?.fields ?? {})).toEqual(['/t/body']);
  });

  it('says that nothing was found, in the order of the interface', async () => {
    const empty = await server(mode).createKnowledgeBox();

    const items = await empty.ask({ query: 'Is anybody there?' });

    expect(items.map(({ type }) => type)).toEqual(['status', 'answer', 'retrieval']);
    expect(items[0]).toEqual({ type: 'status', code: '-3', status: 'no_retrieval_data' });
  });

  it('forgets a deleted resource everywhere', async () => {
    const rid = await kb.createResource({ texts: { body: { body: 'An ephemeral quokka' } } }, { wait: 'searchable' });
    expect(await kb.foundTexts({ query: 'quokka' })).toContain('An ephemeral quokka');

    await kb.deleteResource(rid);

    expect((await kb.client.send('GET', `${kb.path}/resource/${rid}`)).status).toBe(404);
    await until(
      async () => ((await kb.foundTexts({ query: 'quokka' })).length === 0 ? true : undefined),
      'it is not found',
    );
  });
});
