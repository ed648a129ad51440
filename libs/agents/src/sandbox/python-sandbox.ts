import { entryFile } from '@lectern/config';
import { AppError, JsonStructure } from '@lectern/contracts/core';
import { StoppableThreads, StoppedError } from '@lectern/workers';

/** CPU time of one run, with the start of its interpreter. */
export const PYTHON_MS_MAX = 5_000;
/** Of the thread around the interpreter, whose own memory is limited apart. */
const MEMORY_MB = 128;
const WAITING_MAX = 64;
const THREADS = 2;
/** Characters of the values that code gets, as JSON. */
const VALUES_CHARS_MAX = 2_000_000;
/** Of what code returns. */
const bounds = { nodesMax: 100_000, depthMax: 64 };

/** Code to run. */
export interface PythonRequest {
  readonly code: string;
  /** JSON values, which are variables of the code. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** What became of it. */
export type PythonAnswer = { readonly printed: string } & ({ readonly json: string } | { readonly problem: string });

/** A value that code returned, and what it printed. */
export interface PythonResult {
  readonly result: unknown;
  readonly printed: string;
}

/** For whom code runs, and until when. */
export interface PythonOwner {
  /** Owners take turns. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

let threads: StoppableThreads<PythonRequest, PythonAnswer> | undefined;

/**
 * Runs code of Python in an interpreter of its own, without files, network, processes or values of JavaScript, within
 * limits of time and memory.
 *
 * @returns the value of the variable `result`
 * @throws AppError `invalid_request` with the error of the code, or when it takes too much; `rate_limited` when too
 *   many wait, `cancelled`
 */
export async function runPython(request: PythonRequest, { owner, signal }: PythonOwner): Promise<PythonResult> {
  if (JSON.stringify(request.values).length > VALUES_CHARS_MAX)
    throw new AppError('invalid_request', `The code would get more than ${VALUES_CHARS_MAX} characters`);
  const answer = await answerOfThread(request, { owner, signal });
  if ('problem' in answer) throw failedCode(answer.problem);
  if (new JsonStructure(bounds).add(Buffer.from(answer.json)) !== undefined)
    throw failedCode('its result has too many values');
  try {
    return { result: JSON.parse(answer.json), printed: answer.printed };
  } catch {
    throw failedCode('its result is not JSON');
  }
}

async function answerOfThread(request: PythonRequest, { owner, signal }: PythonOwner): Promise<PythonAnswer> {
  threads ??= new StoppableThreads({
    entry: entryFile(__dirname, 'python.worker'),
    threads: THREADS,
    waitingMax: WAITING_MAX,
    memoryMb: MEMORY_MB,
    busy: 'Too much code waits to be run: try again later',
  });
  try {
    return await threads.run(request, { owner, cpuMsMax: PYTHON_MS_MAX, signal });
  } catch (error) {
    if (error instanceof StoppedError) return { problem: 'it takes too much time or memory', printed: '' };
    throw error;
  }
}

function failedCode(problem: string): AppError {
  return new AppError('invalid_request', `The code failed: ${problem}`);
}
