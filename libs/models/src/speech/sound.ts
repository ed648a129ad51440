import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { decoder } from '@audio/decode-wav';
import { AppError } from '@lectern/contracts/core';
import { Resampler } from './resampler';
import { SAMPLE_RATE } from './utterances';

/** Formats that FFmpeg may detect: containers and codecs, but no playlists that name other files. */
const FORMATS = 'aac,ac3,aiff,amr,asf,au,avi,caf,flac,flv,matroska,webm,mov,mp4,m4a,3gp,mp3,mpeg,mpegts,ogg,wav,w64,wv';
const COMPLAINT_CHARACTERS_MAX = 300;
const BYTES_A_SAMPLE = 4;

/** A source of sound. */
export interface SoundSource {
  readonly path: string;
  readonly mediaType: string;
  /** Name or path of the program. */
  readonly ffmpeg: string;
}

/**
 * The sound of a file as samples of one channel, `SAMPLE_RATE` per second. WAV is read here, everything else, including
 * video, by FFmpeg.
 *
 * @throws AppError `unsupported_media_type` when there is no readable sound
 */
export async function* soundOf(source: SoundSource): AsyncGenerator<Float32Array> {
  const isWav = /^audio\/(x-|vnd\.)?wave?$/.test(source.mediaType);
  if (!isWav) return yield* fromFfmpeg(source);
  let samples = 0;
  for await (const part of fromWav(source.path)) {
    samples += part.length;
    yield part;
  }
  if (samples === 0) throw noSound('there is none in it');
}

async function* fromWav(path: string): AsyncGenerator<Float32Array> {
  const wav = decoder();
  let resampler: Resampler | undefined;
  try {
    for await (const chunk of createReadStream(path)) {
      const { channelData, sampleRate } = wav.decode(chunk);
      if (channelData.length === 0) continue;
      resampler ??= new Resampler(sampleRate, SAMPLE_RATE);
      yield resampler.push(channelData);
    }
  } catch (error) {
    throw noSound(error instanceof Error ? error.message : String(error));
  } finally {
    wav.free();
  }
}

async function* fromFfmpeg({ path, mediaType, ffmpeg }: SoundSource): AsyncGenerator<Float32Array> {
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error'];
  const input = ['-protocol_whitelist', 'file', '-format_whitelist', FORMATS, '-i', `file:${path}`];
  const output = ['-vn', '-sn', '-dn', '-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 'f32le', 'pipe:1'];
  const child = spawn(ffmpeg, [...quiet, '-threads', '1', ...input, ...output], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on(
    'data',
    (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(0, COMPLAINT_CHARACTERS_MAX)),
  );
  const ended = new Promise<Error | number | null>((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  let bytes = 0;
  try {
    for await (const samples of samplesOf(child.stdout)) {
      bytes += samples.length * BYTES_A_SAMPLE;
      yield samples;
    }
    const end = await ended;
    if (end instanceof Error) throw noProgram(mediaType, end);
    if (bytes === 0) throw noSound(complaint.trim().split('\n', 1)[0] || 'there is none in it');
  } finally {
    child.kill('SIGKILL');
  }
}

async function* samplesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Float32Array> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    const all = Buffer.concat([rest, chunk]);
    const whole = all.length - (all.length % BYTES_A_SAMPLE);
    const copy = new Uint8Array(all.subarray(0, whole));
    yield new Float32Array(copy.buffer);
    rest = all.subarray(whole);
  }
}

function noSound(reason: string): AppError {
  return new AppError('unsupported_media_type', `The sound cannot be read: ${reason}`);
}

function noProgram(mediaType: string, error: Error): AppError {
  const isMissing = 'code' in error && error.code === 'ENOENT';
  if (!isMissing) return new AppError('unavailable', `FFmpeg cannot be started: ${error.message}`);
  return new AppError(
    'unsupported_media_type',
    `Sound of the type ${mediaType} is read by FFmpeg, which is not installed here`,
  );
}
