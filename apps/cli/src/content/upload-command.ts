import { glob, stat } from 'node:fs/promises';
import { explainedAtStop } from '../at-stop';
import { boxOption, chosenBox } from '../box/chosen-box';
import { oneLine } from '../box/kb-commands';
import type { Command, CommandContext } from '../command';
import { CommandError, type ExitCode, exitCodes } from '../exit-code';
import { findFolder } from '../profile/folders';
import { counted } from '../progress-line';
import { textOption, wholeOption } from '../program';
import { groupsOf } from './group-list';
import { inParallel } from './in-parallel';
import { isThere, sendFile } from './send-file';
import { sendForGroups } from './send-for-groups';
import { settled, waitOption } from './settled';
import { fileAt, filesBelow, type Finding, isFile } from './walk';

export const uploadFiles: Command = {
  name: 'upload',
  summary: 'add files and folders to a knowledge box',
  details: [
    'Each file becomes a resource. Bytes that the box has already are not added again, so an upload that was',
    'interrupted is continued by the same command; large files continue where they broke off. Of folders, rules in',
    '.lecternignore (in the syntax of .gitignore) leave files out, and so are symbolic links. Each file that cannot be',
    'added is named on standard error, and the exit code is 1. To keep a folder in step, use "lectern sync".',
  ],
  arguments: [{ value: 'PATH', doc: 'file, folder, or pattern such as "docs/**/*.pdf"', isRepeated: true }],
  options: {
    ...boxOption,
    ...waitOption,
    json: { doc: 'write a line of JSON for each file' },
    parallel: { value: 'N', doc: 'files at the same time; 4 when absent' },
    'dry-run': { doc: 'only name the files' },
    groups: { value: 'GROUPS', doc: 'who may find the files: groups with commas between them; everyone when absent' },
    'follow-links': { doc: 'of folders, also what symbolic links name' },
  },
  run: async (context) => {
    const { options } = context;
    const kbid = options['dry-run'] ? '' : await chosenBox(context);
    const given = textOption(options, 'groups');
    const groups = given === undefined ? [] : groupsOf(given, '--groups');
    const run = new UploadRun(context, { kbid, groups });
    const concurrency = wholeOption(options, 'parallel', { min: 1, max: 32, otherwise: 4 });
    await explainedAtStop(
      context,
      () => run.soFar(),
      async () => {
        await inParallel(named(context), concurrency, (finding) => run.take(finding));
        if (options['wait'] && kbid !== '') await settled(context, kbid);
      },
    );
    return run.end();
  },
};

class UploadRun {
  private readonly counts = { uploaded: 0, there: 0, failed: 0, sizeBytes: 0, sentBytes: 0 };

  constructor(
    private readonly context: CommandContext,
    private readonly to: { readonly kbid: string; readonly groups: readonly string[] },
  ) {}

  async take(finding: Finding): Promise<void> {
    const { options, print } = this.context;
    if (!isFile(finding)) return this.fail(finding.name, finding.problem);
    if (!options['dry-run']) return this.send(finding);
    this.counts.uploaded += 1;
    this.counts.sizeBytes += finding.sizeBytes;
    const { path, sizeBytes } = finding;
    print(options['json'] ? JSON.stringify({ path, size_bytes: sizeBytes, status: 'found' }) : oneLine(path));
  }

  private async send(finding: Extract<Finding, { readonly stamp: string }>): Promise<void> {
    const { api, env, signal, options, print } = this.context;
    try {
      const { kbid, groups } = this.to;
      const to = { kbid, stateFolder: findFolder('state', env), signal, onBytes: (bytes: number) => this.sent(bytes) };
      const { resource, wasThere, file } = await (groups.length > 0
        ? sendForGroups(api(), finding, { ...to, groups })
        : sendFile(api(), finding, to));
      this.counts[wasThere ? 'there' : 'uploaded'] += 1;
      this.counts.sizeBytes += file.sizeBytes;
      const row = { path: finding.path, status: wasThere ? 'there' : 'uploaded', resource: resource ?? null };
      if (options['json']) print(JSON.stringify(row));
    } catch (error) {
      if (signal.aborted || !isOfFile(error)) throw error;
      this.fail(finding.path, error instanceof Error ? error.message : String(error));
    }
  }

  private sent(bytes: number): void {
    this.counts.sentBytes += bytes;
    const { uploaded, there, sentBytes } = this.counts;
    this.context.progress.show(`${counted(uploaded + there, 'file')}, ${Math.round(sentBytes / 1e6)} MB sent`);
  }

  private fail(path: string, problem: string): void {
    this.counts.failed += 1;
    const { options, print, progress } = this.context;
    if (options['json']) print(JSON.stringify({ path, status: 'failed', error: problem }));
    else progress.note(`${oneLine(path)}: ${problem}`);
  }

  end(): ExitCode {
    const { options, print, progress } = this.context;
    if (options['json']) progress.end();
    else print(this.summary());
    return this.counts.failed > 0 ? exitCodes.notAsItShouldBe : exitCodes.done;
  }

  /** Of a run that was interrupted. */
  soFar(): string {
    return this.context.options['dry-run'] ? this.summary() : `${this.summary()}. The same command does the rest.`;
  }

  private summary(): string {
    const { uploaded, there, failed, sizeBytes } = this.counts;
    const what = this.context.options['dry-run'] ? 'would be uploaded' : 'uploaded';
    const parts = [
      `${counted(uploaded, 'file')} ${what}`,
      ...(there > 0 ? [`${there} there already`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
      counted(sizeBytes, 'byte'),
    ];
    return parts.join(', ');
  }
}

/** What is wrong with one file says nothing about the others; a server that is away does. */
function isOfFile(error: unknown): boolean {
  if (!(error instanceof CommandError)) return error instanceof Error && 'code' in error;
  const status = 'status' in error ? error.status : undefined;
  const isRight = status === 401 || status === 403 || status === 404;
  return error.exitCode === exitCodes.notAsItShouldBe || (typeof status === 'number' && !isRight);
}

/** The files of the arguments, each once per argument. */
async function* named({ args, options, signal }: CommandContext): AsyncGenerator<Finding> {
  for (const argument of args) {
    const paths = (await isThere(argument)) ? [argument] : await matching(argument);
    if (paths.length === 0) yield { name: argument, problem: 'no such file or folder' };
    for (const path of paths) yield* below(path, { followsLinks: options['follow-links'] === true, signal });
  }
}

async function* below(path: string, options: Parameters<typeof filesBelow>[1]): AsyncGenerator<Finding> {
  try {
    if ((await stat(path)).isDirectory()) yield* filesBelow(path, options);
    else yield await fileAt(path);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    yield { name: path, problem: error instanceof Error ? error.message : String(error) };
  }
}

const MATCHES_MAX = 1_000_000;

async function matching(pattern: string): Promise<readonly string[]> {
  if (!/[*?[{]/.test(pattern)) return [];
  const found: string[] = [];
  for await (const path of glob(pattern)) {
    // Folders that a pattern matches would be uploaded once more for each of their files.
    if ((await stat(path).catch(() => undefined))?.isFile()) found.push(path);
    if (found.length > MATCHES_MAX) throw new CommandError(`${pattern} matches more than ${MATCHES_MAX} files`, 2);
  }
  return found;
}
