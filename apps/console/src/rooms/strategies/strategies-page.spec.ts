/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ACCOUNT, BOX, BOX_PATH, Refusal, refused } from '../../console-server.fixture';
import { openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const EXTRACT = '/api/v1/kb/b1/extract_strategies';
const SPLIT = '/api/v1/kb/b1/split_strategies';
const EYES = {
  name: 'Eyes',
  ai_tables: { merge_pages: true, rules: ['Keep units.'] },
  split: { max_paragraph: 2_000 },
};
const STARS = { name: 'Stars', custom_split: 1, manual_split: { splitter: '\n***\n' } };

beforeEach(() => {
  server.on(`GET ${EXTRACT}`, { s1: EYES });
  server.on(`GET ${SPLIT}`, { s2: STARS, s3: { max_paragraph: 500 } });
  server.on('GET /api/v1/kb/b1/generative_providers', { providers: {} });
  server.on('GET /api/v1/kb/b1/configuration', { generative_model: 'built-in' });
});

const open = () => openPage(server, '/boxes/b1/strategies');
const cards = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('strategies of a box', () => {
  it('are listed with their ids, and what they do in plain words', async () => {
    await open();
    expect(await cards('Extract strategies')).toEqual([
      expect.stringMatching(
        /^EyesA model rewrites the tables, also those that continue on the next page\.Passages have at most 2,000 characters\.1 rule for the models1/,
      ),
    ]);
    expect(await cards('Split strategies')).toEqual([
      expect.stringMatching(/^s3Cuts at headings, blocks and sentences\.Passages have at most 500 characters\.s3/),
      expect.stringMatching(/^StarsCuts at “\\n\*\*\*\\n” and nowhere else\.s2/),
    ]);
    expect(server.unknown).toEqual([]);
  });

  it('may be none: then the page says how documents are read and cut', async () => {
    server.on(`GET ${EXTRACT}`, {});
    server.on(`GET ${SPLIT}`, {});
    await open();
    await screen.findByText('No extract strategies: every document is read as usual.');
    await screen.findByText('No split strategies: every text is cut as usual.');
    const link = screen.getByRole('link', { name: 'Go to Add' });
    expect(link.getAttribute('href')).toBe('/boxes/b1/adding');
  });

  it('are changed by owners only, which the page says to others', async () => {
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, can_manage_account: false }]);
    server.on(`GET ${BOX_PATH}`, { ...BOX, role_on_kb: 'SCONTRIBUTOR' });
    await open();
    await screen.findByText('Owners change strategies');
    await cards('Extract strategies');
    expect(screen.queryAllByRole('button', { name: /New|Change|Delete/ })).toEqual([]);
  });

  it('are deleted by their names', async () => {
    server.on(`DELETE ${EXTRACT}/strategy/s1`, () => new Refusal(204, undefined));
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Delete Eyes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Eyes' }));
    expect(dialog.getByText(/A document that still names it gets an error/)).toBeTruthy();
    await person.type(dialog.getByRole('textbox'), 'Eyes{Enter}');
    await screen.findByText('Strategy deleted.');
    expect(server.sent(`DELETE ${EXTRACT}/strategy/s1`)).toHaveLength(1);
  });
});

describe('a new strategy', () => {
  it('lets a model read pages, by rules', async () => {
    server.on(`POST ${EXTRACT}`, '"s9"');
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'New extract strategy' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New extract strategy' }));
    await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Formulas');
    await person.click(dialog.getByRole('checkbox', { name: 'Transcribe the pages' }));
    expect(await dialog.findByText(/This model does not read images/)).toBeTruthy();
    await person.type(dialog.getByRole('textbox', { name: 'Rules for transcribing' }), 'Use LaTeX.\n\nKeep units.');
    await person.click(dialog.getByRole('button', { name: 'Add' }));
    await screen.findByText('Strategy added.');
    expect(server.lastBody(`POST ${EXTRACT}`)).toEqual({
      name: 'Formulas',
      vllm_config: { rules: ['Use LaTeX.', 'Keep units.'] },
    });
  });

  it('cuts at a text', async () => {
    server.on(`POST ${SPLIT}`, '"s9"');
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'New split strategy' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New split strategy' }));
    await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Rules');
    await person.click(dialog.getByRole('radio', { name: /^At a certain text/ }));
    await person.type(dialog.getByRole('textbox', { name: /^Text to cut at/ }), '---');
    await person.click(dialog.getByRole('button', { name: 'Add' }));
    await screen.findByText('Strategy added.');
    const sent = { name: 'Rules', custom_split: 1, manual_split: { splitter: '---' } };
    expect(server.lastBody(`POST ${SPLIT}`)).toEqual(sent);
  });

  it('begins as a copy of another one, which stays', async () => {
    server.on(`POST ${SPLIT}`, '"s9"');
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'Change a copy of Stars' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New split strategy' }));
    expect(dialog.getByText(/the old one stays until you delete it/)).toBeTruthy();
    await person.type(dialog.getByRole('textbox', { name: /^Name/ }), ' 2');
    await person.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(server.lastBody(`POST ${SPLIT}`)).toEqual({ ...STARS, name: 'Stars 2' }));
  });

  it('stays in the form when the server refuses it', async () => {
    server.on(`POST ${SPLIT}`, refused(402, 'The knowledge box has 100 split strategies'));
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'New split strategy' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New split strategy' }));
    await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Many{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toContain('has 100 split strategies');
  });
});
