import { deleteResource } from '@lectern/contracts/knowledge-box';
import { getRemiEvent, listRemiScores, queryRemiScores, type RecordedAnswer } from '@lectern/contracts/search';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { asRole } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';

const month = new Date().toISOString().slice(0, 7);
const today = new Date().toISOString().slice(0, 10);
const SENTENCE = 'The ibex climbs steep rocks.';

/** Answers are recorded a moment after their question, and scored another moment later. */
function untilScored(kb: KnowledgeBoxClient, members: object, count: number): Promise<readonly RecordedAnswer[]> {
  return until(async () => {
    const { data } = await kb.api(queryRemiScores, { body: { month, ...members } });
    return data.length >= count && data.every(({ remi }) => remi) ? data : undefined;
  }, `${count} answers are scored`);
}

inStandalone('scores of recorded answers, %s', (mode) => {
  it('come after the answer, with the texts that it was made from', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const rid = await kb.createResource({ texts: { a: { body: SENTENCE } } }, { wait: 'embedded' });
    await kb.ask({ query: 'What does the ibex climb?' });
    const reader = await asRole(kb, 'SMEMBER');
    const [scored] = await untilScored(reader, {}, 1);
    expect(scored).toMatchObject({ question: 'What does the ibex climb?', answer: SENTENCE });
    expect(scored?.remi).toMatchObject({ groundedness: [5], model: 'local-scorer' });
    expect(scored?.remi?.answer_relevance).toMatchObject({ reason: expect.stringContaining('rules') });
    const params = { event_id: String(scored?.id) };
    const event = await reader.api(getRemiEvent, { params });
    expect(event).toEqual({ ...scored, context: [{ text: SENTENCE, text_block_id: expect.stringContaining(rid) }] });

    const query = { from: today, to: today, aggregation: 'day' as const };
    const { periods } = await reader.api(listRemiScores, { query });
    expect(periods).toHaveLength(1);
    expect(periods[0]?.metrics.map(({ name }) => name)).toEqual([
      'answer_relevance',
      'context_relevance',
      'groundedness',
    ]);
    expect(periods[0]?.metrics[2]).toEqual({ name: 'groundedness', min: 5, max: 5, average: 5 });

    const { body } = await kb.client.send('POST', `${kb.path}/activity/ask/query`, {
      body: { year_month: month, filters: {}, show: ['remi_scores'] },
    });
    const row = typeof body === 'string' ? JSON.parse(body) : body;
    expect(row).toEqual({ id: scored?.id, remi_scores: [scored?.remi] });

    await kb.api(deleteResource, { params: { rid } });
    const without = await reader.api(getRemiEvent, { params });
    expect(without).toMatchObject({ remi: scored?.remi, context: [{ text: '' }] });
  });
});

inStandalone('the scores of a knowledge box', (mode) => {
  let kb: KnowledgeBoxClient;
  let all: readonly RecordedAnswer[];

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    await kb.createResource({ texts: { a: { body: SENTENCE } } }, { wait: 'embedded' });
    for (const query of ['What does the ibex climb?', 'What does an ibex climb?', 'Where does the ibex climb?'])
      await kb.ask({ query, top_k: 1 });
    all = await untilScored(kb, {}, 3);
  });
  const send = (members: object) => kb.client.send('POST', `${kb.path}/remi/query`, { body: { month, ...members } });
  const ids = async (members: object) => {
    const { data, has_more } = await kb.api(queryRemiScores, { body: { month, ...members } });
    return [data.map(({ id }) => id), has_more];
  };

  it('are paged in both directions', async () => {
    const [last, middle, first] = all.map(({ id }) => id);
    expect(await ids({ pagination: { limit: 2 } })).toEqual([[last, middle], true]);
    expect(await ids({ pagination: { limit: 2, ending_before: middle } })).toEqual([[first], false]);
    expect(await ids({ pagination: { limit: 1, starting_after: first } })).toEqual([[middle], true]);
    expect(await ids({ pagination: { limit: 2, starting_after: last } })).toEqual([[], false]);
  });

  it('are filtered by how relevant contexts were, how it ended, and when', async () => {
    const every = all.map(({ id }) => id);
    const relevant = (operation: string, value: number) => ({
      context_relevance: { value, operation, aggregation: 'average' },
    });
    expect(await ids(relevant('gt', -1))).toEqual([every, false]);
    expect(await ids(relevant('lt', 0))).toEqual([[], false]);
    expect(await ids({ status: 'ERROR' })).toEqual([[], false]);
    expect(await ids({ to_date: all[0]?.date })).toEqual([every.slice(1), false]);
    expect(await ids({ from_date: all[0]?.date })).toEqual([every.slice(0, 1), false]);
    expect(await ids({ feedback_good: true })).toEqual([[], false]);
    expect(await ids({ month: '2020-02' })).toEqual([[], false]);
  });

  it('have a point for every day, the last one included', async () => {
    const { body } = await kb.client.send(
      'GET',
      `${kb.path}/remi/scores?from=2024-10-01&to=2024-11-01&aggregation=day`,
    );
    const points = body as readonly { readonly timestamp: string; readonly metrics: readonly unknown[] }[];
    expect([points.length, points[0], points.at(-1)?.timestamp]).toEqual([
      32,
      { timestamp: '2024-10-01T00:00:00', metrics: [] },
      '2024-11-01T00:00:00',
    ]);
  });

  it.each([
    [{ month: '2026-13' }],
    [{ month: undefined }],
    [{ context_relevance: { value: 1, operation: 'ge', aggregation: 'max' } }],
    [{ context_relevance: { value: 1, operation: 'gt' } }],
    [{ status: 'FINE' }],
    [{ pagination: { limit: 101 } }],
    [{ pagination: { starting_after: 1, ending_before: 2 } }],
    [{ from_date: 'yesterday' }],
  ])('refuse %j', async (members) => {
    expect((await send(members)).status).toBe(422);
  });

  it('are not of unknown answers, and for readers', async () => {
    const get = async (path: string, of = kb) => (await of.client.send('GET', `${kb.path}/remi/${path}`)).status;
    expect(await get('events/999999999999999')).toBe(404);
    expect(await get('events/first')).toBe(422);
    expect(await get('scores')).toBe(422);
    expect(await get('scores?from=1900-01-01&aggregation=hour')).toBe(422);
    expect(await get(`events/${all[0]?.id}`, kb.as(caller(mode)))).toBe(401);
  });
});
