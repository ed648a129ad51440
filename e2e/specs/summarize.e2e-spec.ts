import { createResource, modifyResource } from '@lectern/contracts/knowledge-box';
import { summarizeResources } from '@lectern/contracts/search';
import type { KnowledgeBoxClient } from '../harness/client';
import { asRole } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const TIDES = 'The moon pulls the sea. High water follows twice a day.';
const NOTHING = { detail: 'Could not summarize: No resources or extracted text found.' };

inStandalone('resources are summed up, %s', (mode) => {
  it('each by the id or slug that names it, and all together', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const rid = await kb.createResource({ texts: { a: { body: TIDES } } }, { wait: 'searchable' });
    const other = { slug: 'ibex', title: 'Ibex', texts: { a: { body: 'The ibex climbs steep rocks.' } } };
    await kb.createResource(other, { wait: 'searchable' });
    const reader = await asRole(kb, 'SMEMBER');
    const body = { resources: ['ibex', rid, 'unknown', 'ibex'] };
    const { resources, summary, consumption } = await reader.api(summarizeResources, { body });
    expect(resources).toEqual({
      ibex: { summary: 'The ibex climbs steep rocks.', tokens: expect.any(Number) },
      [rid]: { summary: TIDES, tokens: expect.any(Number) },
    });
    expect(summary).toContain('ibex');
    expect(summary).toContain('moon');
    expect(consumption).toBeNull();
  });
});

inStandalone('resources that are not processed yet', (mode) => {
  it('are named', async () => {
    const kb = await server(mode).createKnowledgeBox();
    await kb.createResource({ slug: 'open', texts: { a: { body: TIDES } } }, { wait: 'searchable' });
    // Nobody answers there, and the link is tried again and again.
    await kb.createResource({ slug: 'slow', links: { a: { uri: 'http://192.0.2.1/' } } });
    const { resources, not_processed: waiting } = await kb.api(summarizeResources, {
      body: { resources: ['slow', 'open'] },
    });
    expect([Object.keys(resources), waiting]).toEqual([['open'], ['slow']]);
    const alone = await kb.client.send('POST', `${kb.path}/summarize`, { body: { resources: ['slow'] } });
    expect(alone).toMatchObject({ status: 412, body: { detail: expect.stringMatching(/Not processed yet: slow$/) } });
  });
});

inStandalone('summaries', (mode) => {
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    const open = { slug: 'open', texts: { a: { body: TIDES } } };
    const secret = { slug: 'secret', texts: { a: { body: TIDES } }, security: { access_groups: ['hr'] } };
    const [, , hidden] = await Promise.all([
      kb.createResource(open, { wait: 'searchable' }),
      kb.createResource(secret, { wait: 'searchable' }),
      kb.createResource({ slug: 'hidden', texts: { a: { body: TIDES } } }, { wait: 'searchable' }),
      kb.api(createResource, { body: { slug: 'empty', title: 'A title is no text' } }),
    ]);
    await kb.api(modifyResource, { params: { rid: hidden }, body: { hidden: true } });
  });

  const send = (body: object, headers: Record<string, string> = {}) =>
    kb.client.send('POST', `${kb.path}/summarize`, { body, headers });

  it('leave out what is hidden and what has no text', async () => {
    const { body } = await send({ resources: ['open', 'hidden', 'empty'] }, { 'x-show-consumption': 'true' });
    expect(body).toMatchObject({ resources: { open: { summary: TIDES } }, summary: TIDES });
    expect(Object.keys((body as { readonly resources: object }).resources)).toEqual(['open']);
    expect(body).toMatchObject({ consumption: { normalized_tokens: { input: expect.any(Number) } } });
    for (const resources of [['hidden'], ['empty'], ['unknown', '../..']])
      expect(await send({ resources })).toMatchObject({ status: 412, body: NOTHING });
  });

  it('leave out what is restricted to others, as the knowledge box says', async () => {
    expect((await send({ resources: ['secret'] })).body).toMatchObject({ resources: { secret: { summary: TIDES } } });
    await kb.modify({ enforce_security: true });
    expect(await send({ resources: ['secret'] })).toMatchObject({ status: 412, body: NOTHING });
    await kb.modify({ enforce_security: false });
  });

  it.each([
    [{}],
    [{ resources: [] }],
    [{ resources: Array.from({ length: 101 }, (_, at) => `r${at}`) }],
    [{ resources: [''] }],
    [{ resources: [7] }],
    [{ resources: ['\u0000'] }],
    [{ resources: 'open' }],
    [{ resources: ['open'], summary_kind: 'long' }],
    [{ resources: ['open'], user_prompt: 'no placeholder' }],
    [{ resources: ['open'], user_prompt: 'The local reader follows no prompt: {text}' }],
    [{ resources: ['open'], generative_model: 'nobody-has-it' }],
  ])('refuse %j', async (body) => {
    expect((await send(body)).status).toBe(422);
  });

  it('are not of an unknown box', async () => {
    const path = '/kb/00000000-0000-4000-8000-000000000000/summarize';
    const answer = await kb.client.send('POST', path, { body: { resources: ['a'] } });
    expect([answer.status, answer.body]).toEqual([404, { detail: 'Knowledge box not found' }]);
  });
});
