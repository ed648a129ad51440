import { getResource, putTextField } from '@lectern/contracts/knowledge-box';
import { randomUUID } from 'node:crypto';
import { answerText, type KnowledgeBoxClient, until } from '../harness/client';
import { inModesOfServices } from '../harness/in-modes';
import { server } from '../harness/modes';
import { inParallel } from '../harness/parallel';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

function tally(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

inModesOfServices('at the same time, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  const send = (method: string, path: string, body?: unknown) => kb.client.send(method, `${kb.path}${path}`, { body });

  it('a hundred creations under one slug make one resource', async () => {
    const slug = `wanted-${randomUUID()}`;
    const answers = await Promise.all(
      numbers(100).map((i) => send('POST', '/resources', { slug, title: `Title ${i}` })),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 99 });
    const winner = answers.findIndex(({ status }) => status === 201);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      detail: `Resource slug ${slug} already exists`,
    });
    const { uuid } = answers[winner]?.body as { uuid: string };
    expect(await kb.api(getResource, { params: { rslug: slug } })).toMatchObject({
      id: uuid,
      title: `Title ${winner}`,
    });
  });

  it('ten boxes under one slug are one box', async () => {
    const slug = `box-${randomUUID()}`;
    const create = () => kb.client.send('POST', `/account/${kb.account}/kbs`, { body: { slug, title: slug } });
    const answers = await Promise.all(numbers(10).map(create));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 9 });
  });

  it('changes of different members all come to be', async () => {
    const rid = await kb.createResource({ title: 'Many hands' });
    await inParallel(numbers(30), 30, (i) => kb.modifyResource(rid, { texts: { [`f${i}`]: { body: `Part ${i}` } } }));
    const { data, metadata } = await kb
      .untilProcessed(rid)
      .then(() => kb.resource(rid, { show: ['basic', 'values', 'extracted'], extracted: ['text'] }));
    expect(metadata?.status).toBe('PROCESSED');
    const texts = Object.fromEntries(
      Object.entries(data?.texts ?? {}).map(([id, { extracted }]) => [id, extracted?.text?.text]),
    );
    expect(texts).toEqual(Object.fromEntries(numbers(30).map((i) => [`f${i}`, `Part ${i}`])));
  });

  it('changes of one field leave one of them, processed and found', async () => {
    const rid = await kb.createResource({ texts: { a: { body: 'Version none' } } });
    const params = { rid, field_id: 'a' };
    await inParallel(numbers(20), 20, (i) => kb.api(putTextField, { params, body: { body: `Version w${i}w` } }));
    await kb.untilProcessed(rid);
    const { data } = await kb.resource(rid, { show: ['values', 'extracted'], extracted: ['text'] });
    const { value, extracted } = data?.texts?.['a'] ?? {};
    expect(value).toMatchObject({ body: extracted?.text?.text });
    const filter = {
      field: {
        and: [
          { prop: 'resource', id: rid },
          { prop: 'field', type: 'text' },
        ],
      },
    };
    const found = () => kb.foundTexts({ query: '', features: ['keyword'], filter_expression: filter });
    await until(
      async () => ((await found()).join() === extracted?.text?.text ? true : undefined),
      'the last version is found alone',
    );
  });

  it('one slug goes to one of many resources that want it', async () => {
    const rids = await Promise.all(numbers(10).map(() => kb.createResource({})));
    const slug = `prize-${randomUUID()}`;
    const answers = await Promise.all(rids.map((rid) => send('PATCH', `/resource/${rid}`, { slug })));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 9 });
    const { id } = await kb.api(getResource, { params: { rslug: slug } });
    expect(id).toBe(rids[answers.findIndex(({ status }) => status === 200)]);
  });

  it('one slug goes to one of those who create with it and those who change to it', async () => {
    const rids = await Promise.all(numbers(5).map(() => kb.createResource({})));
    const slug = `either-${randomUUID()}`;
    const answers = await Promise.all([
      ...rids.map((rid) => send('PATCH', `/resource/${rid}`, { slug })),
      ...numbers(5).map(() => send('POST', '/resources', { slug })),
    ]);
    const won = answers.filter(({ status }) => status !== 409);
    expect(won).toHaveLength(1);
    const { id } = await kb.api(getResource, { params: { rslug: slug } });
    const winner = answers.findIndex(({ status }) => status !== 409);
    expect(id).toBe(rids[winner] ?? Object(won[0]?.body).uuid);
  });

  it('deletions of one resource delete it once', async () => {
    const rid = await kb.createResource({ texts: { a: { body: 'Going' } } });
    const answers = await Promise.all(numbers(10).map(() => send('DELETE', `/resource/${rid}`)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 204: 1, 404: 9 });
  });

  it('searches see whole resources only while others write, and in the end all of them', async () => {
    const box = await server(mode).createKnowledgeBox();
    let writing = true;
    const search = async () => {
      let searches = 0;
      for (; writing; searches += 1) {
        const texts = await box.foundTexts({ query: 'albatross', features: ['keyword'], fields: ['t'], top_k: 100 });
        for (const text of texts) expect(text).toMatch(/^Albatross number \d+ flies over the sea\.$/);
        expect(new Set(texts).size).toBe(texts.length);
      }
      return searches;
    };
    const searching = numbers(4).map(search);
    const rids = await inParallel(numbers(60), 6, (i) =>
      box.createResource({ texts: { a: { body: `Albatross number ${i} flies over the sea.` } } }),
    );
    await inParallel(rids, 6, (rid) => box.untilProcessed(rid));
    writing = false;
    expect((await Promise.all(searching)).every((searches) => searches > 0)).toBe(true);
    expect(await box.foundTexts({ query: 'albatross', features: ['keyword'], fields: ['t'], top_k: 100 })).toHaveLength(
      60,
    );
  });

  it('many may ask', async () => {
    await kb.createResource({ texts: { a: { body: 'The lighthouse was built in 1874.' } } }, { wait: 'embedded' });
    const answers = await Promise.all(numbers(30).map(() => kb.ask({ query: 'When was the lighthouse built?' })));
    for (const items of answers) expect(answerText(items)).toContain('1874');
  });
});
