import { createHash } from 'node:crypto';
import { entryFile } from '@lectern/config';
import { StoppableThreads, StoppedError } from '@lectern/workers';
import { LRUCache } from 'lru-cache';
import { SchemaError } from './answer-schema';
import type { SchemaRequest, SchemaVerdict } from './schema.worker';

/** CPU time of the thread for a schema. */
const READ_MS_MAX = 500;
/** The same for callers without a credential, whose requests cost them nothing. */
const ANONYMOUS_READ_MS_MAX = 250;
/** CPU time for a value, and for its schema when the thread no longer has it. */
const CHECK_MS_MAX = READ_MS_MAX + 250;
const MEMORY_MB = 128;
const WAITING_MAX = 64;
const VERDICTS_MAX = 1_000;
const VERDICT_TTL_MS = 5 * 60_000;

/** The caller for whom something is checked. */
export interface SchemaCircumstances {
  /** Owners, for example knowledge boxes, take turns. */
  readonly owner: string;
  readonly isAnonymous?: boolean;
  readonly signal?: AbortSignal;
}

/** Reads schemas from callers in a thread that is terminated when one takes too long. */
export class AnswerSchemas {
  private readonly verdicts = new LRUCache<string, SchemaVerdict>({ max: VERDICTS_MAX, ttl: VERDICT_TTL_MS });
  private threads: StoppableThreads<SchemaRequest, SchemaVerdict> | undefined;

  /**
   * @param schema plain or as `{name, description, parameters}`
   * @throws SchemaError for a schema that no object can satisfy, or that takes too long to read
   * @throws AppError `rate_limited` when too many checks wait, `cancelled`
   */
  async check(schema: object, { owner, isAnonymous = false, signal }: SchemaCircumstances): Promise<void> {
    const hash = schemaHash(schema);
    const key = `${isAnonymous ? 'anonymous' : 'known'}:${hash}`;
    const cpuMsMax = isAnonymous ? ANONYMOUS_READ_MS_MAX : READ_MS_MAX;
    const limits = { owner: isAnonymous ? `${owner}/anonymous` : owner, cpuMsMax, signal };
    let verdict = this.verdicts.get(key);
    if (!verdict) {
      verdict = await this.ask({ hash, schema }, limits).catch(stopped('it takes too long to read'));
      this.verdicts.set(key, verdict);
    }
    if (verdict.problem !== undefined) throw new SchemaError(verdict.problem);
  }

  /**
   * The error in a value; undefined when it conforms to the schema, which must have passed `check`.
   *
   * @throws AppError as `check`
   */
  async problemOf(schema: object, value: unknown, { owner, signal }: SchemaCircumstances): Promise<string | undefined> {
    const hash = schemaHash(schema);
    const limits = { owner, cpuMsMax: CHECK_MS_MAX, signal };
    const asking = this.ask({ hash, schema, object: { value } }, limits);
    return (await asking.catch(stopped('it takes too long to check'))).problem;
  }

  private async ask(request: SchemaRequest, limits: Parameters<StoppableThreads<never, never>['run']>[1]) {
    this.threads ??= new StoppableThreads<SchemaRequest, SchemaVerdict>({
      entry: entryFile(__dirname, 'schema.worker'),
      threads: 1,
      waitingMax: WAITING_MAX,
      memoryMb: MEMORY_MB,
      busy: 'Too many JSON Schemas wait to be read: try again later',
    });
    return this.threads.run(request, limits);
  }
}

/** Shared by all services of this process, so that none reads a schema again that another has read. */
export const answerSchemas = new AnswerSchemas();

function schemaHash(schema: object): string {
  return createHash('sha256').update(JSON.stringify(schema)).digest('base64');
}

/** The verdict for a request that failed: a value that cannot be sent to a thread is nested too deeply. */
function stopped(reason: string): (error: unknown) => SchemaVerdict {
  return (error) => {
    if (error instanceof StoppedError) return { problem: reason };
    if (error instanceof RangeError || (error instanceof DOMException && error.name === 'DataCloneError'))
      return { problem: 'it is nested too deeply' };
    throw error;
  };
}
