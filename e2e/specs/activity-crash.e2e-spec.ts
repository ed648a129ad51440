import { rm } from 'node:fs/promises';
import { Client, KnowledgeBoxClient, until } from '../harness/client';
import { Standalone, temporaryFolder } from '../harness/standalone';

const month = new Date().toISOString().slice(0, 7);
const CLIENTS = 4;

describe('kill -9 while activity is recorded, standalone', () => {
  let folder: string;
  let standalone: Standalone;

  beforeAll(async () => {
    folder = await temporaryFolder();
    standalone = await Standalone.start({ dataDir: folder });
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const client = () => new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` });

  it('loses no answered find and no accepted feedback, and writes none twice', async () => {
    const kb = await client().createKnowledgeBox();
    const answered: string[] = [];
    const accepted: string[] = [];
    const find = async (name: string): Promise<void> => {
      for (let i = 0; ; i += 1) {
        const query = `${name}${i}`;
        const body = { ident: query, good: true, task: 'CHAT' };
        const found = await kb.client.send('POST', `${kb.path}/find`, { body: { query } }).catch(() => undefined);
        if (found?.status !== 200) return;
        answered.push(query);
        const sent = await kb.client.send('POST', `${kb.path}/feedback`, { body }).catch(() => undefined);
        if (sent?.status !== 200) return;
        accepted.push(query);
      }
    };
    const finds = Array.from({ length: CLIENTS }, (_, i) => find(`${'abcd'[i]}`));
    await until(async () => (accepted.length > 40 ? true : undefined), 'something is recorded');
    process.kill(standalone.app.pid, 'SIGKILL');
    await Promise.all(finds);
    standalone = await Standalone.start({ dataDir: folder });
    const again = new KnowledgeBoxClient(client(), kb.id, kb.account);
    const recorded = await until(async () => {
      const rows = await questionsOf(again);
      return rows.length >= answered.length ? rows : undefined;
    }, 'all of it is recorded');
    expect(recorded).toEqual(expect.arrayContaining(answered));
    expect(new Set(recorded).size).toBe(recorded.length);
    // Of each client, at most one find was recorded whose answer did not arrive.
    expect(recorded.length).toBeLessThanOrEqual(answered.length + CLIENTS);
  }, 120_000);
});

async function questionsOf(kb: KnowledgeBoxClient): Promise<string[]> {
  const questions: string[] = [];
  for (let after = 0, isMore = true; isMore;) {
    const body = { year_month: month, filters: {}, pagination: { limit: 100, starting_after: after } };
    const answer = await kb.client.send('POST', `${kb.path}/activity/search/query`, { body });
    const rows = String(answer.body)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    questions.push(...rows.map(({ question }) => question));
    after = rows.at(-1)?.id ?? after;
    isMore = answer.headers.get('has-more') === 'true';
  }
  return questions;
}
