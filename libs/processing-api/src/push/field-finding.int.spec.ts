import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { PushedConversation, PushedText, PushPayload } from '@lectern/contracts/understanding';
import { type PushCircumstances, wholeOf } from './field-finding';
import { pushedFields } from './pushed-field';
import { PushWorld } from './push-world.fixture';

const FOR_TEST_MS = 120_000;

describe('the fields of a push', () => {
  let world: PushWorld;
  let account: string;
  let beats: number;

  beforeAll(async () => {
    world = await PushWorld.open();
  });
  beforeEach(() => {
    account = randomUUID();
    beats = 0;
  });
  afterAll(() => world.close());

  const circumstances = (members: Partial<PushCircumstances> = {}): PushCircumstances => ({
    account,
    kbid: '',
    strategies: {},
    inline: { extract: new Map(), split: new Map() },
    rid: 'r',
    mlText: true,
    folder: `account/${account}/processing/p`,
    pushedAt: new Date(),
    signal: new AbortController().signal,
    alive: () => (beats += 1),
    attempt: 1,
    ...members,
  });
  const find = (members: object, more: Partial<PushCircumstances> = {}) =>
    world.parts.finding.find(pushedFields(Object.assign(new PushPayload(), members)), circumstances(more));
  const text = (body: string, members: object = {}) => Object.assign(new PushedText(), { body, ...members });
  const fileToken = async (content: string, members: object = {}) => {
    const key = `account/${account}/upload/${randomUUID()}`;
    const { sizeBytes, md5 } = await world.parts.blobs.write(key, Readable.from([content]), {
      sizeBytesMax: 1_000_000,
    });
    const file = { key, sizeBytes, md5, contentType: 'text/plain', filename: 'a.txt', ...members };
    const life = { now: new Date(), expires: new Date(Date.now() + 60_000) };
    return world.parts.tokens.sign(account, file, life);
  };

  it(
    'have their texts and paragraphs, and tell that work goes on',
    async () => {
      const [one, other] = await find({ textfield: { a: text('Tides rise.'), b: text('Tides fall.') } });
      expect([one?.pieces[0]?.text, other?.pieces[0]?.text]).toEqual(['Tides rise.', 'Tides fall.']);
      expect(one?.pieces[0]?.paragraphs).toMatchObject([{ start: 0, end: 11, key: 'r/t/a/0-11' }]);
      expect(beats).toBeGreaterThanOrEqual(2);
    },
    FOR_TEST_MS,
  );

  it('have the labels of the push, and of files those that they were uploaded with', async () => {
    const labels = [{ labelset: 'kind', label: 'news' }];
    const [own, file] = await find({
      filefield: { f: await fileToken('Tides.', { labels }) },
      textfield: { t: text('Tides.', { classification_labels: labels }) },
    });
    expect([own?.labels, file?.labels]).toEqual([labels, labels]);
    expect(file?.file).toMatchObject({ filename: 'a.txt' });
  });

  it('of messages with a token that is not valid any more have an error, while the others are read', async () => {
    const content = { text: 'Hello.', format: 0, attachments: ['no token'] };
    const conversation = Object.assign(new PushedConversation(), { messages: [{ ident: 'm', to: [], content }] });
    const [other, chat] = await find({ textfield: { t: text('Tides.') }, conversationfield: { c: conversation } });
    expect(other?.pieces[0]?.text).toBe('Tides.');
    expect([chat?.pieces, chat?.errors]).toEqual([
      [],
      [{ code: 2, severity: 'ERROR', text: 'The file token is not valid' }],
    ]);
  });

  it('that are conversations have a piece for each message, with its attachments as further text', async () => {
    const token = await fileToken('The attachment.');
    const message = (ident: string, body: string, attachments: string[] = []) => ({
      ident,
      to: [],
      content: { text: body, format: 0, attachments },
    });
    const messages = [message('m1', 'Hello.', [token]), message('m2', '')];
    const [chat] = await find({ conversationfield: { c: Object.assign(new PushedConversation(), { messages }) } });
    expect(chat?.pieces.map(({ ident, text: own }) => [ident, own])).toEqual([
      ['m1', 'Hello.\n\nThe attachment.'],
      ['m2', ''],
    ]);
    expect(chat?.pieces[0]?.paragraphs.map(({ key }) => key)).toEqual(['r/c/c/m1/0-6', 'r/c/c/m1/8-23']);
  });

  it(
    'of messages keep their order, although several are read at the same time',
    async () => {
      const messages = Array.from({ length: 20 }, (_, at) => ({
        ident: `m${at}`,
        to: [],
        content: { text: `Number ${at}.`, format: 0, attachments: [] },
      }));
      const [chat] = await find({ conversationfield: { c: Object.assign(new PushedConversation(), { messages }) } });
      expect(chat?.pieces.map(({ text: own }) => own)).toEqual(messages.map(({ content }) => content.text));
    },
    FOR_TEST_MS,
  );

  it(
    'beyond the characters of a push have an error instead of their text',
    async () => {
      const half = 'x '.repeat(5_500_000);
      const [first, second, third] = await find(
        { textfield: { a: text(half), b: text(half), c: text('Tides.') } },
        { mlText: false },
      );
      expect(first?.errors).toEqual([]);
      for (const field of [second, third]) {
        expect(field?.pieces).toEqual([]);
        expect(field?.errors).toEqual([
          {
            code: 1,
            severity: 'ERROR',
            text: 'Left out: the fields of a push have at most 20000000 characters of text together',
          },
        ]);
      }
    },
    FOR_TEST_MS,
  );

  it('are read no further when the process ends', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(find({ textfield: { a: text('Tides.') } }, { signal: stopped })).rejects.toThrow('stopped');
  });

  it('that nobody can read are an error of theirs', async () => {
    const token = await fileToken('%PDF-1.7\nnothing', { contentType: 'application/pdf', filename: 'a.pdf' });
    const [other, broken] = await find({ filefield: { f: token }, textfield: { t: text('Tides.') } });
    expect(broken?.errors).toMatchObject([{ severity: 'ERROR' }]);
    expect([other?.pieces[0]?.text, other?.errors]).toEqual(['Tides.', []]);
  });
});

describe('the whole of a conversation', () => {
  const understood = { summary: '', language: '', languages: [], mimeType: '', entities: [], links: [], errors: [] };
  const piece = (ident: string | undefined, members: object) => ({
    ident,
    text: '',
    paragraphs: [],
    understood: { ...understood, ...members },
  });

  it('has the first summary and language that a message has, and the languages of all', () => {
    const pieces = [
      piece('m1', { languages: ['de'] }),
      piece('m2', { summary: 'Two.', language: 'en', languages: ['en', 'de'] }),
      piece('m3', { summary: 'Three.', language: 'fr', languages: ['fr'] }),
    ];
    expect(wholeOf({ pieces })).toEqual({
      ...understood,
      summary: 'Two.',
      language: 'en',
      languages: ['de', 'en', 'fr'],
    });
  });

  it('is the field itself where it has no messages, and nothing without content', () => {
    const own = piece(undefined, { summary: 'Own.' });
    expect(wholeOf({ pieces: [own] })).toBe(own.understood);
    expect(wholeOf({ pieces: [] })).toBeUndefined();
  });
});
