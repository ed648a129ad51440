import { answerMessages } from '@lectern/workers';
import type { PythonRequest, PythonAnswer } from './python-sandbox';
import { OutsideError, sandboxImports } from './sandbox-imports';

const HEAP_BYTES = 1024 ** 2;
const STACK_BYTES = 64 * 1024;
const OUTPUT_BYTES_MAX = 1024 ** 2;
const PROBLEM_CHARS_MAX = 1_000;

class OutputError extends Error {}

/** What code writes, which comes byte by byte. */
class Output {
  private readonly bytes = Buffer.alloc(OUTPUT_BYTES_MAX);
  private sizeBytes = 0;

  add(bytes: Uint8Array): void {
    if (this.sizeBytes + bytes.length > OUTPUT_BYTES_MAX)
      throw new OutputError(`it writes more than ${OUTPUT_BYTES_MAX} bytes`);
    this.bytes.set(bytes, this.sizeBytes);
    this.sizeBytes += bytes.length;
  }

  /** The text so far. */
  take(): string {
    const text = this.bytes.toString('utf8', 0, this.sizeBytes);
    this.sizeBytes = 0;
    return text;
  }
}

const instantiate = WebAssembly.instantiate.bind(WebAssembly);
// The package starts its module by this function; nothing else in this thread does.
Object.assign(WebAssembly, {
  instantiate: (module: BufferSource, imports: Parameters<typeof sandboxImports>[0]) =>
    instantiate(module, sandboxImports(imports) as WebAssembly.Imports),
  instantiateStreaming: undefined,
});
// Loaded before the first request, whose time is limited.
void import('@micropython/micropython-webassembly-pyscript').then(({ loadMicroPython }) => {
  answerMessages(async ({ code, values }: PythonRequest): Promise<PythonAnswer> => {
    const output = new Output();
    const stdout = (bytes: Uint8Array) => output.add(bytes);
    const options = { heapsize: HEAP_BYTES, pystack: STACK_BYTES, linebuffer: false, stdout, stderr: stdout };
    // A new interpreter for each request: nothing of the request before is in it.
    const python = await loadMicroPython(options);
    try {
      const given = JSON.stringify(JSON.stringify(values)); // a text of JSON is one of Python, too
      python.runPython(`import json\nglobals().update(json.loads(${given}))\ndel json\nresult = None`);
      python.runPython(code);
      const printed = output.take();
      python.runPython('import json\nprint(json.dumps(result))');
      return { json: output.take(), printed };
    } catch (error) {
      return { problem: problemOf(error), printed: output.take() };
    }
  });
});

function problemOf(error: unknown): string {
  if (error instanceof OutsideError || error instanceof OutputError) return error.message;
  // The last line of a traceback says what it is.
  const lines = String(error instanceof Error ? error.message : error)
    .trim()
    .split('\n');
  return (lines.at(-1) ?? '').slice(0, PROBLEM_CHARS_MAX);
}
