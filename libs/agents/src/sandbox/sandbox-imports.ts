/** Bytes of memory that an interpreter may have. */
export const SANDBOX_BYTES_MAX = 64 * 1024 ** 2;
/** Of WASI: not a descriptor of a file. */
const BAD_DESCRIPTOR = 8;
/** Of system calls: not permitted. */
const NOT_PERMITTED = -63;
const OUTPUTS = [1, 2];

type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Callable = (...given: readonly unknown[]) => unknown;

/** What code tried that a sandbox has not. It ends the interpreter, since nothing in it can catch this. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
}

/** Calls among functions of the interpreter itself, which C code makes where it may jump. */
const isOfInterpreter = (name: string) => name.startsWith('invoke_') || name === '_emscripten_throw_longjmp';
/** Random numbers and the time. */
const harmless: ReadonlySet<string> = new Set(['mp_js_random_u32', 'mp_js_ticks_ms', 'mp_js_time_ms', '_abort_js']);
/** Frees what the interpreter never gets. */
const ignored: ReadonlySet<string> = new Set(['proxy_js_free_obj']);

/**
 * What an interpreter in WebAssembly may import: all that it can do outside of its memory. Names that are not listed,
 * also those of later versions, do nothing but fail: there are no files, no network, no processes, and no values of
 * JavaScript.
 */
export function sandboxImports(imports: Imports): Imports {
  const guarded = Object.entries(imports).map(([module, functions]) => [
    module,
    Object.fromEntries(Object.entries(functions).map(([name, value]) => [name, guardedImport(name, value)])),
  ]);
  return Object.fromEntries(guarded);
}

function guardedImport(name: string, value: unknown): unknown {
  // Everything that the interpreter imports is a function.
  const original = value as Callable;
  if (isOfInterpreter(name) || harmless.has(name)) return original;
  if (ignored.has(name)) return () => undefined;
  if (name === 'fd_write')
    return (...given: readonly unknown[]) => (OUTPUTS.includes(Number(given[0])) ? original(...given) : BAD_DESCRIPTOR);
  if (name === 'emscripten_resize_heap')
    return (bytes: number) => (bytes >>> 0 > SANDBOX_BYTES_MAX ? 0 : Number(original(bytes)));
  // There is no input: an error that code catches would be asked for again and again.
  if (name.startsWith('fd_') && name !== 'fd_read') return () => BAD_DESCRIPTOR;
  if (name.startsWith('__syscall_')) return () => NOT_PERMITTED;
  return () => {
    throw new OutsideError('the code uses something that is outside of its sandbox');
  };
}
