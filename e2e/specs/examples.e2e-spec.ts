import { answerText, Client, type KnowledgeBoxClient } from '../harness/client';
import { bearer } from '../harness/credentials';
import { exampleQuestions, uploadExamples } from '../harness/examples';
import { runningModes } from '../harness/modes';
import { Standalone } from '../harness/standalone';
import { describeUnless } from '@lectern/testing';

const standalone = runningModes().includes('standalone') ? undefined : 'E2E_MODES leaves standalone out';
const PROCESSING_TIMEOUT_MS = 5 * 60_000;

/** With the settings of a fresh installation, as `npm run demo` has them. */
describeUnless(standalone, 'the examples of the demonstration', () => {
  let deployment: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    deployment = await Standalone.start();
    kb = await new Client(deployment.origin, bearer(deployment.token)).createKnowledgeBox();
    const uploaded = await uploadExamples(kb);
    for (const rid of uploaded.keys()) await kb.untilEmbedded(rid, PROCESSING_TIMEOUT_MS);
  }, PROCESSING_TIMEOUT_MS);
  afterAll(() => deployment?.stop());

  it('answer each question as its file says, or refuse it', async () => {
    const questions = await exampleQuestions();
    const given = [];
    for (const { question, answer } of questions) {
      const items = await kb.ask({ query: question, citations: true, top_k: 10 });
      const status = items.find((item) => item.type === 'status')?.status;
      const text = answerText(items);
      const cited = Object.keys(items.find((item) => item.type === 'citations')?.citations ?? {}).length > 0;
      given.push({ question, status, answer: answer !== null && text.includes(answer) ? answer : text, cited });
    }
    const refusal = { status: 'no_context', answer: expect.any(String), cited: false };
    expect(given).toEqual(
      questions.map(({ question, answer }) =>
        answer === null ? { question, ...refusal } : { question, status: 'success', answer, cited: true },
      ),
    );
  });
});
