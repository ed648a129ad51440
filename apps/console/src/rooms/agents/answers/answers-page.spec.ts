/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { openPage, screen, serverOfTests, within } from '../../../page.fixture';
import { AGENT_API, serveAgent } from '../agents.fixture';

const server = serverOfTests();
const ANSWER = {
  id: 'i1',
  session_id: 'ephemeral',
  workflow: 'default',
  user: 'u1',
  user_type: 'user',
  date: '2026-01-01T12:00:00',
  question: 'Where does the ibex climb?',
  answer: 'On rocks [1].\n\n[1]: block-AA',
  outcome: 'answered',
  error: null,
  total_time: 0.5,
  input_svc_tokens: 0,
  output_svc_tokens: 0,
};
const CALL = { kind: 'retrieval', start: 0.1, seconds: 0.2, model: null, source: 'sea', error: null };
const STEP = {
  module: 'basic_ask',
  title: 'Look it up',
  agent_path: '/context/m2',
  start: 0.1,
  timeit: 0.3,
  value: '2 texts',
  reason: null,
  error: null,
  calls: [CALL],
};

beforeEach(() => serveAgent(server));

describe('the answers of an agent', () => {
  it('are listed with how they ended', async () => {
    server.on(`GET ${AGENT_API}/interactions`, { interactions: [ANSWER], has_more: false });
    await openPage(server, '/agents/g1/answers?session=s1');
    const table = within(await screen.findByRole('table', { name: 'Answers' }));
    expect(table.getAllByRole('row')[1]?.textContent).toMatch(
      /^Where does the ibex climb\?On rocks \[1\]\.Answered0\.5 s/,
    );
    expect(server.sent(`GET ${AGENT_API}/interactions`)[0]?.query.get('session')).toBe('s1');
  });

  it('have steps with the calls that they made, and can be asked again', async () => {
    const timeline = { ...ANSWER, steps: [STEP], context: [], is_reduced: false, arguments: {}, replayable: true };
    server.on(`GET ${AGENT_API}/interaction/i1`, timeline);
    const replay = { id: 'i1', identical: true, differences: [] };
    server.on(`POST ${AGENT_API}/interaction/i1/replay`, replay);
    const person = await openPage(server, '/agents/g1/answers/i1');
    const table = within(await screen.findByRole('table', { name: 'Steps' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Look it up (basic_ask)2 texts0.3 s',
      'retrieval · sea0.2 s',
    ]);
    await person.click(screen.getByRole('button', { name: 'Ask again' }));
    await screen.findByText('The same steps, texts and answer.');
  });
});
