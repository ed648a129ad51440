/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import type { ServerResponse } from 'node:http';
import { ACCOUNT, ANSWERED, type Asked, BOX, BOX_PATH, Refusal, refused } from '../../console-server.fixture';
import { address, openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const KB = '/api/v1/kb/b1';
const EXPORT = `${KB}/export/e1`;
const BACKUPS = '/api/v1/account/a1/backups';
const BACKUP = {
  id: 'k1',
  account_id: 'a1',
  status: 'finished',
  started_at: '2026-01-02T12:00:00',
  finished_at: '2026-01-02T12:01:00',
  size: 2_500_000,
  error: null,
  kb_data: { id: 'b1', slug: 'tides', title: 'Tides' },
};
const statusOf = (status: string, more: object = {}) => ({
  status,
  total: 4,
  processed: status === 'finished' ? 4 : 1,
  retries: 0,
  error: null,
  ...more,
});

beforeEach(() => {
  server.on(`GET ${BACKUPS}`, [BACKUP]);
});

const open = (kept: readonly object[] = []) =>
  openPage(server, '/boxes/b1/transfer', { kept: { 'lectern.transfers.b1': JSON.stringify(kept) } });
const KEPT = { id: 'e1', kind: 'export', startedAt: '2026-01-01T12:00:00Z' };
const exports = async () => within(await screen.findByRole('list', { name: 'Exports started in this browser' }));
const imports = async () => within(await screen.findByRole('list', { name: 'Imports started in this browser' }));
const button = (name: string) => screen.findByRole('button', { name });
const section = (name: string) => screen.findByRole('region', { name });

describe('an export', () => {
  it('is started, followed, and downloaded, after which it is gone', async () => {
    server.on(`POST ${KB}/export`, { export_id: 'e1' });
    let asked = 0;
    server.on(`GET ${EXPORT}/status`, () => statusOf(asked++ === 0 ? 'running' : 'finished'));
    const file = (_: Asked, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '5' }).end('bytes');
      return ANSWERED;
    };
    server.on(`HEAD ${EXPORT}`, file);
    server.on(`GET ${EXPORT}`, file);
    const person = await open();
    await person.click(await button('Start an export'));
    const list = await exports();
    await list.findByText('1 of 4 resources');
    expect(list.getByRole('progressbar', { name: 'Progress of Export' }).getAttribute('aria-valuenow')).toBe('25');
    await list.findByText('The file is ready. It has 4 resources.');
    await list.findByText('5 bytes');
    expect(screen.queryByRole('button', { name: 'Dismiss Export' })).toBeNull();
    await person.click(list.getByRole('button', { name: /^Download/ }));
    await screen.findByText('Export downloaded.');
    expect(server.sent(`GET ${EXPORT}`)).toHaveLength(1);
    expect(screen.queryByRole('list', { name: 'Exports started in this browser' })).toBeNull();
    expect(server.unknown).toEqual([]);
  });

  it('is still there when the page is opened again', async () => {
    server.on(`GET ${EXPORT}/status`, statusOf('scheduled', { total: 0, processed: 0 }));
    await open([KEPT]);
    await (await exports()).findByText('Waiting to start');
  });

  it('that failed says why, and can be dismissed', async () => {
    server.on(`GET ${EXPORT}/status`, statusOf('errored', { error: 'A resource is too large' }));
    const person = await open([KEPT]);
    expect((await (await exports()).findByRole('alert')).textContent).toContain('A resource is too large');
    await person.click(await button('Dismiss Export'));
    await waitFor(() => expect(screen.queryByText('It failed')).toBeNull());
    expect(localStorage.getItem('lectern.transfers.b1')).toBeNull();
  });

  it('that was downloaded elsewhere is said to be gone', async () => {
    server.on(`GET ${EXPORT}/status`, refused(404, 'Export not found'));
    await open([KEPT]);
    await (await exports()).findByText('The file has been downloaded or has expired.');
  });

  it('is refused while four are not finished, which the page says', async () => {
    server.on(`POST ${KB}/export`, refused(429, { message: 'The knowledge box has 4 exports that are not finished' }));
    const person = await open();
    await person.click(await button('Start an export'));
    const alert = await within(await section('Export')).findByRole('alert');
    expect(alert.textContent).toContain('4 exports that are not finished');
  });
});

describe('an import', () => {
  const choose = async () => {
    const person = await open();
    const file = new File(['bytes of an export'], 'tides.export');
    await person.upload(await screen.findByLabelText('Choose a file', { selector: 'input' }), file);
    await screen.findByText('tides.export (18 bytes)');
    await person.click(await button('Import'));
    return person;
  };

  it('sends a file as it is, and says what was imported and what was not', async () => {
    server.on(`POST ${KB}/import`, { import_id: 'i1' });
    const notes = [{ resource_id: null, text: 'The labelset water has its id as title' }];
    server.on(`GET ${KB}/import/i1/status`, statusOf('finished', { notes }));
    await choose();
    const list = await imports();
    await list.findByText('4 resources imported.');
    expect(list.getByText('1 difference from the file')).toBeTruthy();
    expect(list.getByText('The labelset water has its id as title')).toBeTruthy();
    const [sent] = server.sent(`POST ${KB}/import`);
    expect([sent?.body, sent?.headers['x-lectern-console']]).toEqual(['bytes of an export', '1']);
  });

  it('of a file that is not an export is refused, and the file stays chosen', async () => {
    server.on(`POST ${KB}/import`, refused(400, 'This is not the file of an export'));
    await choose();
    const alert = await within(await section('Import')).findByRole('alert');
    expect(alert.textContent).toMatch(/^The file was not imported.*This is not the file of an export/);
    expect(screen.getByText('tides.export (18 bytes)')).toBeTruthy();
  });
});

describe('backups of a box', () => {
  it('are listed with their size, others on demand', async () => {
    const other = { ...BACKUP, id: 'k2', kb_data: { id: 'b9', slug: 'old', title: 'Old' } };
    const failed = { ...BACKUP, id: 'k3', status: 'errored', size: null, error: 'No space' };
    server.on(`GET ${BACKUPS}`, [BACKUP, other, failed]);
    const person = await open();
    const table = await screen.findByRole('table', { name: 'Backups' });
    const texts = () =>
      within(screen.getByRole('table', { name: 'Backups' }))
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent);
    expect(table).toBeTruthy();
    expect(texts()).toEqual([
      expect.stringMatching(/Complete2.5 MBRestoreDelete$/),
      expect.stringMatching(/FailedNo spaceDelete$/),
    ]);
    await person.click(screen.getByRole('switch', { name: 'Show those of other knowledge boxes, too' }));
    await waitFor(() => expect(texts()).toHaveLength(3));
    expect(texts()[1]).toMatch(/^Old/);
    expect(server.unknown).toEqual([]);
  });

  it('are made, and followed until they are complete', async () => {
    server.on(`GET ${BACKUPS}`, []);
    server.on(`POST ${BACKUPS}`, new Refusal(201, { id: 'k1' }));
    const person = await open();
    await screen.findByText('There are no backups of this knowledge box yet.');
    let asked = 0;
    server.on(`GET ${BACKUPS}`, () => [{ ...BACKUP, ...(asked++ === 0 && { status: 'running', size: null }) }]);
    await person.click(await button('Back up now'));
    await screen.findByText('Being written');
    await screen.findByText('Complete');
    expect(server.lastBody(`POST ${BACKUPS}`)).toEqual({ kb_id: 'b1' });
  });

  it('are restored into a new box, where the page goes', async () => {
    const RESTORE = 'POST /api/v1/account/a1/backup/k1/restore';
    server.on(RESTORE, new Refusal(201, { id: 'b2' }));
    server.on('GET /api/v1/account/a1/kb/b2', { ...BOX, id: 'b2', title: 'Ebb' });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: /^Restore Tides/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore into a new knowledge box' }));
    const name = dialog.getByRole('textbox', { name: /^Name/ });
    expect(name).toHaveProperty('value', 'Tides (restored)');
    expect(dialog.getByRole('textbox', { name: /^URL name/ })).toHaveProperty('value', 'tides-restored');
    await person.clear(name);
    await person.type(name, 'Ebb{Enter}');
    await waitFor(() => expect(address()).toBe('/boxes/b2/resources'));
    expect(server.lastBody(RESTORE)).toEqual({ title: 'Ebb', slug: 'ebb' });
  });

  it('are restored only under a name that is free', async () => {
    server.on('POST /api/v1/account/a1/backup/k1/restore', refused(409, 'The slug is taken'));
    const person = await open();
    await person.click(await screen.findByRole('button', { name: /^Restore Tides/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore into a new knowledge box' }));
    await person.click(dialog.getByRole('button', { name: 'Restore' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The slug is taken');
  });

  it('are deleted by the name of the box', async () => {
    const DELETE = 'DELETE /api/v1/account/a1/backup/k1';
    server.on(DELETE, () => new Refusal(204, undefined));
    const person = await open();
    await person.click(await screen.findByRole('button', { name: /^Delete the backup of Tides/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the backup' }));
    await person.type(dialog.getByRole('textbox'), 'Tides{Enter}');
    await screen.findByText('Backup deleted.');
    expect(server.sent(DELETE)).toHaveLength(1);
  });
});

describe('the whole box in one file', () => {
  const as = async (role: string) => {
    server.on('GET /api/v1/accounts', [{ ...ACCOUNT, can_manage_account: false }]);
    server.on(`GET ${BOX_PATH}`, { ...BOX, role_on_kb: role });
    await open();
  };

  it('is nothing for readers, and the page says whom to ask', async () => {
    await as('SMEMBER');
    await screen.findByText('You read this knowledge box');
    expect(screen.queryAllByRole('region')).toEqual([]);
    expect(server.sent(`GET ${BACKUPS}`)).toEqual([]);
  });

  it('is exported and imported by writers, and backed up by owners', async () => {
    await as('SCONTRIBUTOR');
    await screen.findByText('Owners make backups');
    const names = screen.getAllByRole('region').map((one) => within(one).getByRole('heading').textContent);
    expect(names).toEqual(['Export', 'Import']);
    await as('SOWNER');
    await section('Backups');
  });
});
