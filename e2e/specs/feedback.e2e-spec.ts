import { sendFeedback } from '@lectern/contracts/search';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';

const month = new Date().toISOString().slice(0, 7);

interface Row {
  readonly id: number;
  readonly [field: string]: unknown;
}

async function rowsOf(kb: KnowledgeBoxClient, filters: object): Promise<readonly Row[]> {
  const body = { year_month: month, filters, show: 'all' };
  const answer = await kb.client.send('POST', `${kb.path}/activity/ask/query`, { body });
  return String(answer.body)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

inStandalone('feedback, %s', (mode) => {
  it('shows with its question, and is exported for the account', async () => {
    const kb = await server(mode).createKnowledgeBox();
    await kb.createResource({ texts: { a: { body: 'The ibex climbs steep rocks.' } } }, { wait: 'searchable' });
    const ask = { body: { query: 'What does the ibex climb?' }, headers: { 'x-synchronous': 'true' } };
    const answer = await kb.client.send('POST', `${kb.path}/ask`, ask);
    const ident = answer.headers.get('svc-learning-id') ?? '';
    const body = { ident, good: false, task: 'CHAT' as const, feedback: 'Which rocks?' };
    expect(await kb.api(sendFeedback, { body })).toBeNull();
    const [row] = await until(async () => {
      const rows = await rowsOf(kb, { feedback_good: { eq: false } });
      return rows.length > 0 ? rows : undefined;
    }, 'feedback is joined');
    expect(row).toMatchObject({
      question: 'What does the ibex climb?',
      learning_id: ident,
      feedback_comment: 'Which rocks?',
      feedback_good: false,
      feedback_good_all: false,
      feedback_good_any: false,
      feedback: [{ good: false, feedback: 'Which rocks?', text_block_id: null, task: 'CHAT' }],
    });

    const { token } = await issueNuaKey(kb);
    const nua = new Client(kb.client.origin, nuaKey(token));
    const { status, headers, body: csv } = await nua.send('GET', `/collect/feedback/${kb.id}/${month}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv']);
    expect(String(csv).split('\r\n')[1]).toContain(`,${ident},CHAT,false,Which rocks?,`);
    expect((await nua.send('GET', `/collect/feedback/${kb.id}`)).body).toBe(csv);
    const { body: none } = await nua.send('GET', `/collect/feedback/${kb.id}/2020-01`);
    expect(none).toMatch(/^id,date,learning_id,[a-z_,]+\r\n$/);
  });
});

inStandalone('feedback', (mode) => {
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  const right = { ident: 'nothing', good: true, task: 'CHAT' };
  const send = (members: object, as = kb) =>
    as.client.send('POST', `${kb.path}/feedback`, { body: { ...right, ...members } });

  it('is taken for any answer, and with members that nobody knows', async () => {
    const { status, body } = await send({ feedback: null, text_block_id: 'p', other: true });
    expect([status, body]).toEqual([200, null]);
  });

  it.each([{ ident: undefined }, { ident: '' }, { good: 'maybe' }, { task: 'FIND' }, { feedback: 'x'.repeat(10_001) }])(
    'is refused when it is wrong: %j',
    async (members) => {
      expect((await send(members)).status).toBe(422);
    },
  );

  it('is not taken from nobody, nor exported but for NUA keys', async () => {
    expect((await send({}, kb.as(caller(mode)))).status).toBe(401);
    expect((await kb.client.send('GET', `/collect/feedback/${kb.id}`)).status).toBe(403);
    const nua = new Client(kb.client.origin, nuaKey((await issueNuaKey(kb)).token));
    expect((await nua.send('GET', `/collect/feedback/${kb.id}/2026-13`)).status).toBe(422);
  });
});
