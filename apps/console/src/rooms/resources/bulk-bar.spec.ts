/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { BOX, BOX_PATH, Refusal, refused } from '../../console-server.fixture';
import { openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';
import { catalogOf, resource } from './catalog.fixture';

const server = serverOfTests();
const one = (rid: string) => `/api/v1/kb/b1/resource/${rid}`;

/** Answers the table, and filters that offer nothing. */
function serve(catalog: object): void {
  server.on('POST /api/v1/kb/b1/catalog', catalog);
}

beforeEach(() => serve(catalogOf([resource('r1', 'Ebb'), resource('r2', 'Flow')])));

const open = (search = '') => openPage(server, `/boxes/b1/resources${search}`);

describe('selected resources', () => {
  const select = async (search = '') => {
    const person = await open(search);
    await person.click(await screen.findByRole('checkbox', { name: 'Select Ebb' }));
    return { person, bar: within(await screen.findByRole('region', { name: 'Selected resources' })) };
  };

  it('are counted, all of them with one checkbox, and none again', async () => {
    const { person, bar } = await select();
    expect(bar.getByRole('status').textContent).toBe('1 selected');
    const all = screen.getByRole('checkbox', { name: 'Select all of this page' });
    expect(all).toHaveProperty('indeterminate', true);
    await person.click(all);
    expect(bar.getByRole('status').textContent).toBe('2 selected');
    await person.click(bar.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selected resources' })).toBeNull();
  });

  it('are processed again', async () => {
    server.on(`POST ${one('r1')}/reprocess`, new Refusal(202, { seqid: 1 }));
    const { person, bar } = await select();
    await person.click(bar.getByRole('button', { name: 'Process again' }));
    expect(await screen.findByText('Done for 1 resource.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected resources' })).toBeNull());
  });

  it('can be hidden only where the box allows it', async () => {
    const { bar } = await select();
    expect(bar.queryByRole('button', { name: 'Hide' })).toBeNull();
    server.on(`GET ${BOX_PATH}`, { ...BOX, hidden_resources_enabled: true });
    server.on(`PATCH ${one('r1')}`, { seqid: 1 });
    const { person, bar: now } = await select();
    await person.click(now.getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(server.lastBody(`PATCH ${one('r1')}`)).toEqual({ hidden: true }));
  });

  it('are deleted after a question that counts them', async () => {
    server.on(`DELETE ${one('r1')}`, new Refusal(204, undefined));
    server.on(`DELETE ${one('r2')}`, new Refusal(204, undefined));
    const { person, bar } = await select();
    await person.click(screen.getByRole('checkbox', { name: 'Select Flow' }));
    await person.click(bar.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 resources?' }));
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' })));
    serve(catalogOf([]));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Done for 2 resources.')).toBeTruthy();
    await screen.findByRole('heading', { name: 'No resources yet' });
  });

  it('that something failed for stay selected, with the reason', async () => {
    server.on(`POST ${one('r1')}/reprocess`, refused(404, 'Resource does not exist'));
    const { person, bar } = await select();
    await person.click(bar.getByRole('button', { name: 'Process again' }));
    const alert = await bar.findByRole('alert');
    expect(alert.textContent).toContain('This failed for 1 resource');
    expect(alert.textContent).toContain('Resource does not exist');
    expect(screen.getByRole('checkbox', { name: 'Select Ebb' })).toHaveProperty('checked', true);
  });

  it('keep the focus on the button while something is done, which cannot be pressed twice', async () => {
    let answer: (() => void) | undefined;
    server.on(`POST ${one('r1')}/reprocess`, () => new Promise((resolve) => (answer = () => resolve({ seqid: 1 }))));
    const { person, bar } = await select();
    const button = bar.getByRole('button', { name: 'Process again' });
    await person.click(button);
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await person.keyboard('{Enter}');
    expect(document.activeElement).toBe(button);
    await waitFor(() => expect(answer).toBeDefined());
    answer?.();
    await screen.findByText('Done for 1 resource.');
    expect(server.sent(`POST ${one('r1')}/reprocess`)).toHaveLength(1);
  });

  it('get a label that a labelset offers, beside those that they have', async () => {
    const classifications = [{ labelset: 'topics', label: 'moon', cancelled_by_user: false }];
    serve(catalogOf([resource('r1', 'Ebb', { usermetadata: { classifications } })]));
    server.on('GET /api/v1/kb/b1/labelsets', { labelsets: { topics: { labels: [{ title: 'sea' }] } } });
    server.on(`PATCH ${one('r1')}`, { seqid: 1 });
    const { person, bar } = await select();
    await person.click(bar.getByRole('button', { name: 'Add label' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add a label' }));
    expect(form.getByRole('button', { name: 'Add label' })).toHaveProperty('disabled', true);
    await person.type(form.getByLabelText('Labelset'), 'topics');
    await person.type(form.getByLabelText('Label'), 'sea');
    await person.click(form.getByRole('button', { name: 'Add label' }));
    await waitFor(() =>
      expect(server.lastBody(`PATCH ${one('r1')}`)).toEqual({
        usermetadata: { classifications: [...classifications, { ...classifications[0], label: 'sea' }] },
      }),
    );
  });

  it('are shown to other groups together, which replace those that they have', async () => {
    const security = { access_groups: ['crew'] };
    serve(catalogOf([resource('r1', 'Ebb', { security }), resource('r2', 'Flow')]));
    server.on(`PATCH ${one('r1')}`, { seqid: 1 });
    server.on(`PATCH ${one('r2')}`, { seqid: 1 });
    const { person, bar } = await select();
    screen.getByRole('img', { name: 'Only for crew' });
    const dialog = async () => {
      await person.click(bar.getByRole('button', { name: 'Who may see' }));
      return within(await screen.findByRole('dialog', { name: 'Who may see' }));
    };
    const names = (form: ReturnType<typeof within>) => form.getByRole('textbox', { name: 'Groups' });
    const own = await dialog();
    expect([names(own), own.queryByRole('note')]).toMatchObject([{ value: 'crew' }, null]);
    await person.click(own.getByRole('button', { name: 'Cancel' }));
    await person.click(screen.getByRole('checkbox', { name: 'Select Flow' }));
    const both = await dialog();
    expect(both.getByRole('note').textContent).toContain('These resources have different groups.');
    await person.type(names(both), 'pilots');
    await person.click(both.getByRole('button', { name: 'Save' }));
    await screen.findByText('Done for 2 resources.');
    for (const rid of ['r1', 'r2'])
      expect(server.lastBody(`PATCH ${one(rid)}`)).toEqual({ security: { access_groups: ['pilots'] } });
  });

  it('get details beside those that they have', async () => {
    const origin = { tags: ['x'], collaborators: [], metadata: {}, related: [], source: 'API' };
    serve(catalogOf([resource('r1', 'Ebb', { origin })]));
    server.on(`PATCH ${one('r1')}`, { seqid: 1 });
    const { person, bar } = await select();
    await person.click(bar.getByRole('button', { name: 'Edit details' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit details of 1 resource' }));
    await person.type(form.getByLabelText('Main language'), 'es');
    await person.type(form.getByLabelText('Add tags'), 'y{Enter}');
    await person.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.lastBody(`PATCH ${one('r1')}`)).toEqual({
        metadata: { language: 'es' },
        origin: { ...origin, tags: ['x', 'y'] },
      }),
    );
  });
});
