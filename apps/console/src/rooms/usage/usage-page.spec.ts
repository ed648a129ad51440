/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const USAGE = 'GET /api/v1/account/a1/usage';
const tokens = { search: null, input: 800, output: 200, image: null, storage: null };
const details = [
  {
    identifier: { type: 'question_answer', source: 'predict', version: '1', model: 'small', service: 'x' },
    svc_tokens: tokens,
    svc_tokens_billed: tokens,
    raw_usage: tokens,
    requests: { api: 2, web: 1 },
  },
];
const point = (timestamp: string, searches: number, bytes: number, used = 0) => ({
  timestamp,
  metrics: [
    { name: 'searches_performed', value: searches, details: [] },
    { name: 'bytes_processed', value: bytes, details: [] },
    { name: 'ai_tokens_used', value: used, details: used > 0 ? details : [] },
  ],
});

beforeEach(() =>
  server.on(USAGE, [point('2026-03-01T00:00:00+00:00', 2, 0), point('2026-03-02T00:00:00+00:00', 5, 1_500_000, 1_000)]),
);

describe('usage', () => {
  it('has a total and a picture for each metric, those in use first', async () => {
    await openPage(server, '/usage');
    const images = await screen.findAllByRole('img');
    expect(images.map((image) => image.getAttribute('aria-label'))).toEqual([
      'Bytes processed: 1.5 MB in total, at most 1.5 MB (Mar 2, 2026)',
      'Searches: 7 in total, at most 5 (Mar 2, 2026)',
      'Model tokens: 1,000 in total, at most 1,000 (Mar 2, 2026)',
    ]);
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(16);
    const [asked] = server.sent(USAGE);
    expect(asked?.query.get('aggregation')).toBe('day');
    const days = (Date.parse(asked?.query.get('to') ?? '') - Date.parse(asked?.query.get('from') ?? '')) / 86_400_000;
    expect(days).toBe(31);
    expect(server.unknown).toEqual([]);
  });

  it('is a table, too, newest first', async () => {
    const person = await openPage(server, '/usage');
    await person.click(await screen.findByRole('switch', { name: 'Show as a table' }));
    const rows = within(await screen.findByRole('table', { name: 'Usage' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent?.slice(0, 25))).toEqual([
      expect.stringMatching(/^BeginningBytes/),
      expect.stringMatching(/^Total1.5 MB71,000/),
      expect.stringMatching(/^Mar 2, 20261.5 MB51,000/),
      expect.stringMatching(/^Mar 1, 20260 bytes20/),
    ]);
  });

  it('says which models used tokens, and for what', async () => {
    await openPage(server, '/usage');
    const rows = within(await screen.findByRole('table', { name: 'Tokens by model' })).getAllByRole('row');
    expect(rows[1]?.textContent).toBe('smallquestion_answer3800200');
  });

  it('is that of one box, of other days and by other spans, if somebody chooses so', async () => {
    const person = await openPage(server, '/usage');
    await screen.findAllByRole('img');
    await person.selectOptions(screen.getByRole('combobox', { name: 'Knowledge box' }), 'Tides');
    await waitFor(() => expect(server.sent(USAGE).at(-1)?.query.get('knowledgebox')).toBe('b1'));
    await person.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 12 months');
    await waitFor(() => expect(server.sent(USAGE).at(-1)?.query.get('aggregation')).toBe('month'));
    const spans = screen.getByRole('combobox', { name: 'Sums per' });
    expect(within(spans).queryByRole('option', { name: 'Hour' })).toBeNull();
    await person.selectOptions(spans, 'Quarter');
    await waitFor(() => expect(server.sent(USAGE).at(-1)?.query.get('aggregation')).toBe('quarter'));
    await person.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Choose days');
    const first = screen.getByLabelText('From');
    await person.clear(first);
    await screen.findByText('Choose a first and a last day');
    await person.type(first, '2026-01-01');
    await waitFor(() => expect(server.sent(USAGE).at(-1)?.query.get('from')).toBe('2026-01-01T00:00:00.000Z'));
  });
});
