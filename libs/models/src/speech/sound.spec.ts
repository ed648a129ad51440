import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itUnless } from '@lectern/testing';
import { soundOf } from './sound';
import { soundWith, wavOf } from './tiny-speech.fixture';
import { SAMPLE_RATE } from './utterances';

const missing = spawnSync('ffmpeg', ['-version']).error ? 'ffmpeg is not installed' : undefined;

describe('the sound of a file', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'sound-'))));
  afterAll(() => rm(folder, { recursive: true }));

  async function secondsOf(name: string, mediaType: string, bytes?: Buffer): Promise<number> {
    const path = join(folder, name);
    if (bytes) await writeFile(path, bytes);
    let samples = 0;
    for await (const part of soundOf({ path, mediaType, ffmpeg: 'ffmpeg' })) samples += part.length;
    return samples / SAMPLE_RATE;
  }
  const wav = wavOf(soundWith([[true, 2]]));

  it('is read of WAV without a program, also of one that is cut off', async () => {
    expect(await secondsOf('tone.wav', 'audio/wav', wav)).toBeCloseTo(2, 2);
    expect(await secondsOf('cut.wav', 'audio/wav', wav.subarray(0, wav.length / 2))).toBeCloseTo(1, 2);
  });

  it.each([
    ['no sound at all', Buffer.from('RIFF\0\0\0\0WAVE')],
    ['a rate of nothing', wavOf(new Float32Array(100), 0)],
    ['a text', Buffer.from('no sound'.repeat(100))],
  ])('is none of a WAV file that has %s', async (_, bytes) => {
    const failure = { code: 'unsupported_media_type', message: expect.stringContaining('The sound cannot be read') };
    await expect(secondsOf('broken.wav', 'audio/wav', bytes)).rejects.toMatchObject(failure);
  });

  itUnless(missing, 'is read of other files by FFmpeg', async () => {
    await writeFile(join(folder, 'tone.wav'), wav);
    spawnSync('ffmpeg', ['-y', '-i', 'tone.wav', 'tone.flac'], { cwd: folder });
    expect(await secondsOf('tone.flac', 'audio/flac')).toBeCloseTo(2, 1);
  });

  itUnless(missing, 'is none of a list that names other files', async () => {
    await writeFile(join(folder, 'tone.wav'), wav);
    const lists = [`#EXTM3U\n#EXTINF:2,\nfile:${folder}/tone.wav\n`, `ffconcat version 1.0\nfile tone.wav\n`];
    for (const list of lists) {
      const failure = { code: 'unsupported_media_type' };
      await expect(secondsOf('list.mp3', 'audio/mpeg', Buffer.from(list))).rejects.toMatchObject(failure);
    }
  });
});
