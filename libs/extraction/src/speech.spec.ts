import { zipSync } from 'fflate';
import { AppError } from '@lectern/contracts/core';
import { Extractor } from './extractor';
import { extractorOptions, fileOf, understand } from './fixtures/extractor-options.fixture';
import type { SpokenPart } from './extract/reader';
import { soundTypeOf } from './extract/sound-type';
import type { SpeechReader } from './speech';

const wav = Buffer.from('RIFF\0\0\0\0WAVEfmt and so on');

/** Hears the same in every file. */
class ScriptedSpeech implements SpeechReader {
  readonly hoursMax = 1;

  constructor(
    private readonly heard: readonly SpokenPart[] | AppError,
    private readonly reason?: string,
  ) {}

  async available() {
    return { available: this.reason === undefined, reason: this.reason };
  }

  async *transcribe() {
    if (this.heard instanceof AppError) throw this.heard;
    yield* this.heard;
  }
}

const parts = [
  { startS: 1.2, endS: 4, text: 'The northern lock is closed.' },
  { startS: 5, endS: 7.5, text: 'It opens again in May.' },
];

describe('speech', () => {
  const extractors: Extractor[] = [];
  const extractorOf = (speech?: SpeechReader) => {
    const extractor = new Extractor(extractorOptions, { speech });
    extractors.push(extractor);
    return extractor;
  };
  afterAll(() => Promise.all(extractors.map((extractor) => extractor.close())));
  const hear = (speech?: SpeechReader, bytes = wav) =>
    understand(extractorOf(speech), fileOf(bytes), { fieldId: 'r/f/a' });

  it('becomes paragraphs with the seconds where it is heard', async () => {
    const { text, paragraphs, errors } = await hear(new ScriptedSpeech(parts));
    expect([text, errors]).toEqual(['The northern lock is closed.\nIt opens again in May.', []]);
    expect(paragraphs).toMatchObject([{ kind: 'TRANSCRIPT', start_seconds: [1, 5], end_seconds: [4, 8] }]);
  });

  it('that is longer than what is read is said to be cut', async () => {
    const { errors } = await hear(new ScriptedSpeech([...parts, { startS: 3_590, endS: 3_600, text: 'On and on' }]));
    expect(errors).toMatchObject([{ severity: 'WARNING', text: 'Speech after 1 hours was left out' }]);
  });

  it('that nobody can read here is an error that says what to do', async () => {
    const advice = /was not read: no model.*; or upload a transcript, or subtitles as WebVTT or SubRip/;
    const { errors } = await hear(new ScriptedSpeech(parts, 'no model'));
    expect(errors).toMatchObject([{ severity: 'ERROR', text: expect.stringMatching(advice) }]);
    expect((await hear()).errors).toMatchObject([{ text: expect.stringContaining('no speech recognition is set up') }]);
  });

  it('in a damaged file is an error of the field, what passes is tried again', async () => {
    const damaged = new AppError('unsupported_media_type', 'The sound cannot be read: it is damaged');
    expect((await hear(new ScriptedSpeech(damaged))).errors).toMatchObject([
      { severity: 'ERROR', text: expect.stringContaining('it is damaged; upload a transcript') },
    ]);
    const busy = hear(new ScriptedSpeech(new AppError('rate_limited', 'Too much is waiting already')));
    await expect(busy).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('in archives and mails is read, too, and what cannot be read is a warning', async () => {
    const zip = zipSync({ 'a.wav': wav, 'notes.txt': Buffer.from('Read the sign.'), 'b.wav': wav });
    const twice = await hear(new ScriptedSpeech(parts), Buffer.from(zip));
    expect([twice.text.match(/northern lock/g)?.length, twice.text.includes('Read the sign.'), twice.errors]).toEqual([
      2,
      true,
      [],
    ]);
    expect(twice.paragraphs.filter(({ kind }) => kind === 'TRANSCRIPT')).toMatchObject(
      Array(2).fill({ start_seconds: [1, 5], end_seconds: [4, 8] }),
    );
    const mail = [
      'From: a@example.org',
      'To: b@example.org',
      'MIME-Version: 1.0',
      'Subject: Lock',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      '',
      'Listen.',
      '--x',
      'Content-Type: audio/wav',
      'Content-Disposition: attachment; filename=tour.wav',
      'Content-Transfer-Encoding: base64',
      '',
      wav.toString('base64'),
      '--x--',
    ].join('\r\n');
    expect((await hear(new ScriptedSpeech(parts), Buffer.from(mail))).text).toMatch(
      /Listen\.[^]*tour\.wav[^]*in May\./,
    );
    const damaged = await hear(new ScriptedSpeech(new AppError('unsupported_media_type', 'damaged')), Buffer.from(zip));
    expect(damaged.text).toContain('Read the sign.');
    expect(damaged.errors).toMatchObject([
      { severity: 'WARNING', text: expect.stringMatching(/^a\.wav: damaged/) },
      { severity: 'WARNING', text: expect.stringMatching(/^b\.wav: damaged/) },
    ]);
    expect((await hear(undefined, Buffer.from(zip))).errors).toMatchObject([
      { severity: 'WARNING', text: 'Sound within the file was not read, because no speech recognition is set up: 2' },
    ]);
  });

  it('of which nothing was understood is a warning', async () => {
    expect((await hear(new ScriptedSpeech([]))).errors).toMatchObject([{ severity: 'WARNING' }]);
  });
});

describe('the type of a file with sound', () => {
  const of = (bytes: string, said?: string) => soundTypeOf(Buffer.from(bytes, 'latin1'), said);

  it('is what its first bytes say, and between sound and video what its sender says', () => {
    expect(of('RIFF\x24\0\0\0WAVEfmt ')).toBe('audio/wav');
    expect(of('ID3\x04\0\0')).toBe('audio/mpeg');
    expect(of('\0\0\0\x20ftypisom\0\0')).toBe('video/mp4');
    expect(of('\0\0\0\x20ftypisom\0\0', 'audio/mp4; codecs=x')).toBe('audio/mp4');
    expect(of('OggS\0\x02', 'video/ogg')).toBe('video/ogg');
  });

  it.each(['\0\0\0\x20ftypavif', '\0\0\0\x18ftypheic', 'RIFF\x24\0\0\0WEBPVP8 ', '\xff\xfeH\0i\0', 'A text', ''])(
    'is none of what has none: %j',
    (bytes) => expect(of(bytes, 'audio/mpeg')).toBeUndefined(),
  );
});
