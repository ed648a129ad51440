import { spawn } from 'node:child_process';
import { AppError } from '@lectern/contracts/core';
import { Slots } from '@lectern/workers';
import { type Recognition, Recognizer } from '../recognizer';
import { languageArgument } from './tesseract-languages';
import { recognitionConfidence, recognitionOf } from './tesseract-output';

export interface TesseractOptions {
  /** Name or path of the program. */
  readonly program: string;
  readonly timeoutMs: number;
}

/** As parameters, because the configuration files for the same are not installed everywhere. */
const TEXT_AND_PLACES = ['-c', 'tessedit_create_txt=1', '-c', 'tessedit_create_tsv=1'];
/** Detects the orientation of a picture first, with data of this name. */
const [TURNED, ORIENTATION] = [['--psm', '1'], 'osd'];
/** Per cent: correctly read words have 90 on average, those of a turned picture 50. */
const [DOUBTFUL_BELOW, BETTER_BY] = [70, 10];
const LIST_TIMEOUT_MS = 5_000;
const TEXT_BYTES_MAX = 16 * 1024 * 1024;
const COMPLAINT_CHARACTERS_MAX = 300;
/** Concurrent runs, and images that may wait. */
const limits = { slotsMax: 2, waitingMax: 64 };

interface Run {
  readonly args: readonly string[];
  readonly input?: Uint8Array;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

type Found = { readonly languages: readonly string[] } | { readonly reason: string };

/** Tesseract, when it is installed. One process per image, one thread per process. */
export class TesseractRecognizer extends Recognizer {
  private found: Promise<Found> | undefined;
  private readonly slots = new Slots(limits);

  constructor(private readonly options: TesseractOptions) {
    super();
  }

  async available(): Promise<{ readonly available: boolean; readonly reason?: string }> {
    const found = await this.find();
    return 'reason' in found ? { available: false, reason: found.reason } : { available: true };
  }

  async recognize(
    image: Uint8Array,
    { languages, signal }: { readonly languages: readonly string[]; readonly signal?: AbortSignal },
  ): Promise<Recognition> {
    const found = await this.find();
    if ('reason' in found) throw new AppError('unavailable', found.reason);
    const language = languageArgument(languages, found.languages);
    if (language === undefined) throw new AppError('unavailable', 'Tesseract has no language installed');
    const args = ['stdin', 'stdout', '-l', language, ...TEXT_AND_PLACES];
    const read = (more: readonly string[] = []) => this.read({ args: [...args, ...more], input: image, signal });
    const output = await read();
    const confidence = recognitionConfidence(output);
    if (confidence >= DOUBTFUL_BELOW || !found.languages.includes(ORIENTATION)) return recognitionOf(output);
    // Pictures that are sideways or upside down look like nonsense; some others are mistaken for turned ones.
    const turned = await read(TURNED).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      return output;
    });
    return recognitionOf(recognitionConfidence(turned) > confidence + BETTER_BY ? turned : output);
  }

  private read(run: Omit<Run, 'timeoutMs'>): Promise<string> {
    const { timeoutMs } = this.options;
    return this.slots.use({ signal: run.signal }, () => this.run({ ...run, timeoutMs }));
  }

  private find(): Promise<Found> {
    this.found ??= this.listLanguages();
    return this.found;
  }

  private async listLanguages(): Promise<Found> {
    try {
      const listed = await this.run({ args: ['--list-langs'], timeoutMs: LIST_TIMEOUT_MS });
      const [, ...languages] = listed.split(/\r?\n/).map((line) => line.trim());
      return { languages: languages.filter((name) => /^[A-Za-z_]+$/.test(name)) };
    } catch (error) {
      return { reason: `Tesseract cannot be used: ${error instanceof Error ? error.message : String(error)}` };
    }
  }

  private async run({ args, input, timeoutMs, signal }: Run): Promise<string> {
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    const child = spawn(this.options.program, args, {
      // Several threads make it slower, not faster.
      env: { ...process.env, OMP_THREAD_LIMIT: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const output: Buffer[] = [];
    let bytes = 0;
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > TEXT_BYTES_MAX) child.kill('SIGKILL');
      else output.push(chunk);
    });
    child.stderr.on(
      'data',
      (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-COMPLAINT_CHARACTERS_MAX)),
    );
    // A program that does not read all its input is judged by how it ends.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const { code, killed, error } = await ended(child);
    clearTimeout(timer);
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    if (error) throw new AppError('unavailable', error.message);
    if (killed) throw new AppError('deadline_exceeded', `The image could not be read within ${timeoutMs} ms`);
    if (code !== 0) throw new AppError('unsupported_media_type', `The image cannot be read: ${complaint.trim()}`);
    return Buffer.concat(output).toString();
  }
}

/** Waits until the process has ended, also after it was killed. */
function ended(child: ReturnType<typeof spawn>): Promise<{ code: number | null; killed: boolean; error?: Error }> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, killed: false, error });
    });
    child.once('close', (code) => resolve({ code, killed: code === null }));
  });
}
