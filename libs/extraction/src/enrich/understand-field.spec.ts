import type { TextFormat } from '@lectern/contracts/knowledge-box';
import { extractBody } from '../extract/text-format';
import { collected } from '../fixtures/understood.fixture';
import { understandField } from './understand-field';

const understand = async (body: string, format: TextFormat = 'PLAIN', options = {}) =>
  collected(understandField(await extractBody(body, format, 1_000_000), options));

const english =
  'The ferry across the bay runs every hour from six in the morning until midnight. Tickets for the ferry are sold on board and at the harbour office. ' +
  'In winter the ferry runs every two hours, because the bay is rough and few people travel. Bicycles travel free of charge on every ferry of the line. ' +
  'Dogs need a muzzle. The harbour office also keeps what was lost on board for three months. Whoever loses a ticket pays the full fare again. ' +
  'Groups of more than ten people should tell the harbour office a day before they travel, so that a larger ferry can be sent across the bay.';
const spanish =
  'El transbordador cruza la bahía cada hora desde las seis de la mañana hasta la medianoche, y los billetes se venden a bordo y en la oficina del puerto.';

describe('understandField', () => {
  it('tells the language, and the languages of parts', async () => {
    const understood = await understand(`${english}\n\n${spanish} ${spanish}`);
    expect(understood.language).toBe('en');
    expect(understood.languages).toEqual(['en', 'es']);
    expect(understood.paragraphs.map(({ language }) => language)).toContain('es');
  });

  it('believes the caller before the text, and the text before what a page declares', async () => {
    expect((await understand(english, 'PLAIN', { language: 'nl' })).language).toBe('nl');
    expect((await understand(`<html lang="de"><p>${spanish}`, 'HTML')).language).toBe('es');
    expect((await understand('<html lang="de"><p>OK 12', 'HTML')).language).toBe('de');
  });

  it('finds paragraphs, their language and a title, but no names and no summary when these are not wanted', async () => {
    const body = `# The ferry\n\nMaria Silva left Lisbon. ${english}`;
    const all = await understand(body, 'MARKDOWN');
    const plain = await understand(body, 'MARKDOWN', { mlText: false });
    expect(all.entities.length).toBeGreaterThan(0);
    expect(plain).toEqual({ ...all, entities: [], summary: '' });
  });

  it('sums up in sentences of the text, in their order', async () => {
    const { summary } = await understand(english);
    const sentences = summary.split(/(?<=\.) /);
    expect(sentences.length).toBeGreaterThanOrEqual(1);
    expect(sentences.length).toBeLessThanOrEqual(3);
    const places = sentences.map((sentence) => english.indexOf(sentence));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it('does not sum up what is short', async () => {
    expect((await understand('Dogs need a muzzle. Bicycles travel free.')).summary).toBe('');
  });

  it.each([
    ['what it declares', '<title>Ferry times</title><h1>Welcome</h1><p>x', 'HTML', 'Ferry times'],
    ['its first heading', '# Ferry times\n\nEvery hour.', 'MARKDOWN', 'Ferry times'],
    ['nothing a program left', '<title>Untitled</title><h1>Ferry times</h1>', 'HTML', 'Ferry times'],
    ['nothing, when it has none', 'Every hour.', 'PLAIN', undefined],
  ] as const)('is called by %s', async (_, body, format, expected) => {
    expect((await understand(body, format)).title).toBe(expected);
  });

  it('tells the headings of kept Markdown, which stays as it is', async () => {
    const body = '# Ferry\n\n## Times ##\n\nEvery *hour*.\n\n```\n# no heading\n```\n';
    const understood = await understand(body, 'KEEP_MARKDOWN');
    expect(understood.text).toBe(body);
    expect(understood.title).toBe('Ferry');
    expect(understood.paragraphs.map(({ headings }) => headings)).toEqual([['Ferry', 'Times']]);
  });

  it('says why there is nothing', async () => {
    expect(await understand('')).toMatchObject({
      text: '',
      language: '',
      languages: [],
      paragraphs: [],
      entities: [],
      errors: [{ severity: 'WARNING', text: 'The content has no text (text/plain)' }],
    });
  });
});
