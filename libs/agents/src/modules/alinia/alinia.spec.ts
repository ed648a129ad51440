import { PostprocessAliniaConfig, PreprocessAliniaConfig } from '@lectern/contracts/agents';
import { testRun } from '../../engine/module-run.fixture';
import { postprocessAlinia } from '../postprocess/postprocess-alinia/postprocess-alinia';
import { preprocessAlinia } from '../preprocess/preprocess-alinia/preprocess-alinia';
import { ProviderServer } from '../provider-api/provider-server.fixture';
import { REFUSAL } from './alinia-check';

const KEY = 'the-key-of-alinia';
const question = { id: 'q', text: 'Where does the ibex climb?' };
const verdict = (flagged: boolean, found: readonly string[] = []) => ({
  id: 'b7c1',
  result: {
    flagged,
    flagged_categories: found,
    categories: { safety: { wrongdoing: flagged }, security: { adversarial: false } },
    category_details: { safety: { wrongdoing: flagged ? 0.97 : 0.01 }, security: { adversarial: 0.02 } },
  },
});

describe('the guardrails of Alinia', () => {
  let server: ProviderServer;

  beforeAll(async () => {
    server = await ProviderServer.start();
  });
  beforeEach(() => server.reset());
  afterAll(() => server.stop());

  const runOf = () =>
    testRun({ drivers: [{ identifier: 'guard', provider: 'alinia', config: { key: KEY } }], web: server.web }).run;
  const before = (members: Partial<PreprocessAliniaConfig> = {}) =>
    preprocessAlinia.run(
      Object.assign(new PreprocessAliniaConfig(), {
        module: 'preprocess_alinia',
        preconfig: 'INAPPROPRIATE',
        ...members,
      }),
      question,
      runOf(),
    );
  const after = (members: Partial<PostprocessAliniaConfig> = {}, answer = 'On rocks.') =>
    postprocessAlinia.run(
      Object.assign(new PostprocessAliniaConfig(), {
        module: 'postprocess_alinia',
        preconfig: 'INAPPROPRIATE',
        ...members,
      }),
      { answer, contexts: [], restarts: 0 },
      runOf(),
    );

  it('let pass what is not flagged', async () => {
    server.answerWith(verdict(false));
    expect(await before()).toEqual({ value: 'Alinia found nothing' });
    expect(await after()).toEqual({ value: 'Alinia found nothing' });
  });

  it('check the question, and the answer together with the question', async () => {
    server.answerWith(verdict(false));
    await before({ metadata: { user_id: 'ada', environment: null } });
    await after({ preconfig: 'CUSTOM', detection_config: { safety: { hate: 0.5 } } });
    const [first, second] = server.requests;
    expect(first).toMatchObject({
      method: 'POST',
      path: '/moderations/',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    expect(JSON.parse(first?.body ?? '')).toEqual({
      input: question.text,
      detection_config: {
        safety: { hate: true, sexual: true, violence: true, wrongdoing: true },
        security: { adversarial: true },
      },
      metadata: { user_id: 'ada' },
    });
    expect(JSON.parse(second?.body ?? '')).toEqual({
      input: question.text,
      output: 'On rocks.',
      detection_config: { safety: { hate: 0.5 } },
    });
  });

  it('end with a refusal when they flag something, and say what', async () => {
    server.answerWith(verdict(true, ['wrongdoing']));
    const refused = { refusal: REFUSAL, metadata: { flagged: ['wrongdoing'] } };
    expect(await before()).toMatchObject(refused);
    expect(await after()).toMatchObject(refused);
    // Without the list, the categories say it.
    server.answerWith(verdict(true));
    expect(await after()).toMatchObject(refused);
  });

  it.each([
    ['401', 401, '{}', 'forbidden'],
    ['422', 422, '{}', 'invalid_request'],
    ['500', 500, `{"key": "${KEY}"}`, 'unavailable'],
    ['garbage', 200, '<html>', 'unavailable'],
    ['no verdict', 200, '{"result": {}}', 'unavailable'],
    ['a verdict that is no truth value', 200, '{"result": {"flagged": "no"}}', 'unavailable'],
    ['null', 200, 'null', 'unavailable'],
  ])('let nothing pass while Alinia answers with %s', async (_, status, body, code) => {
    server.handle = (_request, response) => response.writeHead(status).end(body);
    for (const checked of [before(), after()]) {
      const error: unknown = await checked.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ code });
      expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(KEY);
    }
  });

  it('check no text that is longer than they may send', async () => {
    await expect(after({}, 'a'.repeat(200_001))).rejects.toMatchObject({ code: 'too_large' });
    expect(server.requests).toEqual([]);
  });

  it('use the driver that they name, or the first one of Alinia', async () => {
    server.answerWith(verdict(false));
    await before({ provider: 'guard' });
    await expect(before({ provider: 'gone' })).rejects.toMatchObject({ code: 'not_found' });
  });
});
