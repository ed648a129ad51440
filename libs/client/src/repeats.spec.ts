import { throughDoor } from '@lectern/contracts/core';
import { createResource } from '@lectern/contracts/knowledge-box';
import { askKnowledgeBox, findParagraphs, FindQuery } from '@lectern/contracts/search';
import { ApiClient } from './api-client';
import { pauseMsOf } from './repeats';

const kbid = 'k';
const findByQuery = throughDoor(findParagraphs, 'search.find.get', FindQuery);

function refusal(status: number, retryAfter?: string): Response {
  return new Response('{"detail":"Busy"}', {
    status,
    headers: { 'content-type': 'application/json', ...(retryAfter !== undefined && { 'retry-after': retryAfter }) },
  });
}

/** A client of a server that gives these answers in turn; one more call fails. */
function clientOf(answers: Response[], repeatsMax?: number) {
  const sent: unknown[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    sent.push(init?.body);
    const answer = answers.shift();
    if (!answer) throw new Error('One call too many');
    return answer;
  };
  return { client: new ApiClient({ origin: 'http://a', fetch, repeatsMax }), sent };
}

describe('a call that only reads', () => {
  it('is sent again when the server says when to come back', async () => {
    const { client, sent } = clientOf([refusal(503, '0'), refusal(429, '0'), Response.json({ resources: {} })]);
    const body = { query: 'moon' };
    expect(await client.call(findParagraphs, { params: { kbid }, body })).toMatchObject({ results: { resources: {} } });
    expect(sent).toEqual([JSON.stringify(body), JSON.stringify(body), JSON.stringify(body)]);
  });

  it('fails after two repeats, or as many as its client allows', async () => {
    const busy = () => Array.from({ length: 3 }, () => refusal(503, '0'));
    const { client, sent } = clientOf(busy());
    const calling = client.call(findByQuery, { params: { kbid } });
    await expect(calling).rejects.toMatchObject({ status: 503, body: { detail: 'Busy' } });
    expect(sent).toHaveLength(3);
    const patient = clientOf(busy(), 0);
    await expect(patient.client.call(findByQuery, { params: { kbid } })).rejects.toMatchObject({ status: 503 });
    expect(patient.sent).toHaveLength(1);
  });

  it('is sent again before the first value of a stream', async () => {
    const { client } = clientOf([refusal(503, '0'), new Response('{"item":{"type":"answer","text":"So."}}\n')]);
    const values: unknown[] = [];
    for await (const value of client.stream(askKnowledgeBox, { params: { kbid } })) values.push(value);
    expect(values).toHaveLength(1);
  });

  it('is not sent again when its caller leaves', async () => {
    const { client, sent } = clientOf([refusal(503, '9')]);
    const calling = client.call(findByQuery, { params: { kbid }, signal: AbortSignal.timeout(20) });
    await expect(calling).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(sent).toHaveLength(1);
  });
});

describe('a call that writes', () => {
  it('is sent once, since nobody knows whether it was carried out', async () => {
    const { client, sent } = clientOf([refusal(503, '0')]);
    await expect(client.call(createResource, { params: { kbid } })).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(1);
  });
});

describe('the pause before a repeat', () => {
  it('is as long as the server asks and somewhat longer, so that not all come back at once', () => {
    expect([pauseMsOf(refusal(503, '2'), 0), pauseMsOf(refusal(503, '2'), 1)]).toEqual([2_000, 2_500]);
  });

  it.each([refusal(500, '1'), refusal(200, '1'), refusal(503), refusal(503, 'tomorrow'), refusal(503, '11')])(
    'is none where another call would be useless',
    (answer) => {
      expect(pauseMsOf(answer)).toBeUndefined();
    },
  );
});
