import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { speechRecognizerContract } from '../speech-recognizer.contract';
import { ModelStore } from '../store/model-store';
import { LocalSpeechRecognizer } from './local-speech-recognizer';
import { soundWith, wavOf, writeTinySpeechModel } from './tiny-speech.fixture';

describe('LocalSpeechRecognizer', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'speech-'));
    await writeTinySpeechModel(join(folder, 'store'), 'tiny-speech');
    const sound = soundWith([
      [false, 1],
      [true, 2],
      [false, 2],
      [true, 1],
      [false, 1],
    ]);
    await writeFile(join(folder, 'tide.wav'), wavOf(sound));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const recognizer = (store = 'store', hoursMax = 1) =>
    new LocalSpeechRecognizer({
      store: new ModelStore(join(folder, store)),
      ffmpeg: join(folder, 'no-ffmpeg'),
      hoursMax,
      threads: 1,
    });
  const tide = () => ({ path: join(folder, 'tide.wav'), mediaType: 'audio/wav' });

  speechRecognizerContract(
    async () => recognizer(),
    async () => recognizer('empty'),
    tide,
  );

  it('hears what is said between pauses, and where', async () => {
    const parts = await Array.fromAsync(recognizer().transcribe(tide()));
    expect(parts.map(({ text, startS, endS }) => [text, Math.round(startS), Math.round(endS)])).toEqual([
      ['high tide.', 1, 3],
      ['high tide.', 5, 6],
    ]);
  });

  it('leaves out what comes after so many hours', async () => {
    const parts = await Array.fromAsync(recognizer('store', 3 / 3_600).transcribe(tide()));
    expect(parts).toHaveLength(1);
  });

  it('refuses a language that the model does not know', async () => {
    const reading = Array.fromAsync(recognizer().transcribe({ ...tide(), language: 'es' }));
    await expect(reading).rejects.toMatchObject({ code: 'unsupported_media_type', message: /knows en and not es/ });
  });

  it('says which program is missing for other sound', async () => {
    const reading = Array.fromAsync(recognizer().transcribe({ ...tide(), mediaType: 'audio/mpeg' }));
    await expect(reading).rejects.toMatchObject({ code: 'unsupported_media_type', message: /FFmpeg, which is not/ });
  });
});
