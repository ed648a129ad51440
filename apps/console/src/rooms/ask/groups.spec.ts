/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { openPage, type Person, screen, serverOfTests, waitFor } from '../../page.fixture';
import { lines, nothing, status, whole } from './answers.fixture';

const server = serverOfTests();
const ASK = 'POST /api/v1/kb/b1/ask';

beforeEach(() => {
  sessionStorage.clear();
  server.on(ASK, lines(whole));
  server.on('POST /api/v1/kb/b1/catalog/facets', { facets: { '/l/topics/sea': 2 } });
});

const enter = () => openPage(server, '/boxes/b1/ask');
const field = () => screen.findByRole('textbox', { name: 'Your question' });
async function ask(question: string): Promise<Person> {
  const person = await enter();
  await person.type(await field(), `${question}{Enter}`);
  return person;
}

describe('a question in the name of groups', () => {
  const asGroups = async (person: Person) => {
    await person.click(await screen.findByRole('button', { name: 'Search as groups' }));
    await person.type(await screen.findByRole('textbox', { name: 'Groups', hidden: true }), 'crew');
    await person.click(screen.getByRole('button', { name: 'Search as these groups', hidden: true }));
    await screen.findByText('You see what members of crew find.');
  };

  it('gets what their members find and nothing that was said before, which a banner says until it ends', async () => {
    const person = await ask('Who steers?');
    await screen.findByRole('list', { name: 'Sources' });
    await asGroups(person);
    await person.type(await field(), 'What pulls the sea?{Enter}');
    await screen.findByText('Asked as members of crew');
    await waitFor(() => expect(server.sent(ASK)).toHaveLength(2));
    expect(server.lastBody(ASK)).toMatchObject({ security: { groups: ['crew'] } });
    expect(server.lastBody(ASK)).not.toHaveProperty('chat_history');
    await person.click(screen.getByRole('button', { name: 'Back to your own view' }));
    await waitFor(() => expect(screen.queryByText(/You see what members/)).toBeNull());
  });

  it('stays in their name when it is asked again without filters', async () => {
    server.on(ASK, lines([nothing, status('no_context')]));
    const person = await enter();
    await asGroups(person);
    await person.click(screen.getByRole('button', { name: 'Filters' }));
    await person.click(await screen.findByRole('checkbox', { name: /topics \/ sea/, hidden: true }));
    await person.keyboard('{Escape}');
    await person.type(await field(), 'What?{Enter}');
    await person.click(await screen.findByRole('button', { name: 'Ask without filters' }));
    await waitFor(() => expect(server.sent(ASK)).toHaveLength(2));
    expect(server.lastBody(ASK)).toMatchObject({ security: { groups: ['crew'] } });
    expect(server.lastBody(ASK)).not.toHaveProperty('filters');
  });
});
