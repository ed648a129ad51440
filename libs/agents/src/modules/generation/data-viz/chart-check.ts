import { entryFile } from '@lectern/config';
import { isObject } from '@lectern/contracts/core';
import { StoppableThreads, StoppedError } from '@lectern/workers';

/** CPU time for one specification. */
const COMPILE_MS_MAX = 1_000;
const MEMORY_MB = 256;
const WAITING_MAX = 64;
const PROBLEM_CHARS_MAX = 300;
const CHARS_MAX = 200_000;
/** Members that make a viewer connect somewhere or leave the page. */
const outward: ReadonlySet<string> = new Set(['url', 'href', 'loader', 'usermeta']);
const MEMBERS_MAX = 100_000;

/** A specification to compile. */
export interface ChartRequest {
  readonly specification: object;
}

/** The error, if any. */
export interface ChartVerdict {
  readonly problem?: string;
}

let threads: StoppableThreads<ChartRequest, ChartVerdict> | undefined;

/**
 * The error in a Vega-Lite specification, which may be foreign; undefined when it compiles to a chart of the data that
 * is in it, without anything from elsewhere.
 *
 * @param owner for whom it is compiled: owners take turns
 * @throws AppError `rate_limited` when too many wait, `cancelled`, `unavailable`
 */
export async function chartProblem(
  specification: object,
  { owner, signal }: { readonly owner: string; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const outside = outwardMember(specification);
  if (outside !== undefined) return outside;
  if (JSON.stringify(specification).length > CHARS_MAX) return `it has more than ${CHARS_MAX} characters`;
  threads ??= new StoppableThreads({
    entry: entryFile(__dirname, 'vega-lite.worker'),
    threads: 1,
    waitingMax: WAITING_MAX,
    memoryMb: MEMORY_MB,
    busy: 'Too many charts wait to be checked: try again later',
  });
  try {
    const { problem } = await threads.run({ specification }, { owner, cpuMsMax: COMPILE_MS_MAX, signal });
    return problem?.slice(0, PROBLEM_CHARS_MAX);
  } catch (error) {
    if (error instanceof StoppedError) return 'it takes too long to compile';
    throw error;
  }
}

/** Charts are of data that was found: a specification that loads something, or links somewhere, is refused. */
function outwardMember(specification: object): string | undefined {
  const open: unknown[] = [specification];
  for (let seen = 0; open.length > 0; seen++) {
    if (seen > MEMBERS_MAX) return 'it has too many members';
    const value = open.pop();
    if (Array.isArray(value)) open.push(...value);
    else if (isObject(value)) {
      const name = Object.keys(value).find((one) => outward.has(one));
      if (name !== undefined) return `it must not have the member ${name}: a chart has its data in it`;
      if (isImage(value['mark'])) return 'it must not show images';
      open.push(...Object.values(value));
    }
  }
  return undefined;
}

function isImage(mark: unknown): boolean {
  return mark === 'image' || (isObject(mark) && mark['type'] === 'image');
}
