import { createHash } from 'node:crypto';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { explainedAtStop } from '../at-stop';
import { boxOption, chosenBox } from '../box/chosen-box';
import { settled, waitOption } from '../content/settled';
import { oneLine } from '../box/kb-commands';
import type { Command, CommandContext, Options } from '../command';
import { CommandError, type ExitCode, exitCodes, UsageError } from '../exit-code';
import { ownFolder } from '../profile/folders';
import { counted } from '../progress-line';
import { textOption, textsOption, wholeOption } from '../program';
import { changesBelow } from './folder-changes';
import { GroupRules } from './group-rules';
import { SyncRemote } from './sync-remote';
import { type RiskyChanges, type SyncEvent, type SyncKind, type SyncOptions, SyncRun } from './sync-run';
import { SyncState } from './sync-state';

const shown: Readonly<Record<SyncKind, string>> = {
  added: 'added',
  changed: 'changed',
  moved: 'moved',
  regrouped: 'with other groups',
  deleted: 'deleted',
  kept: 'kept',
  failed: 'failed',
};

export const syncFolder: Command = {
  name: 'sync',
  summary: 'keep a knowledge box in step with a folder',
  details: [
    'Sends files that are new or changed, and deletes the resources of files that are gone. What it knows is kept on',
    'disk, so that an interrupted run is continued by the same command. A renamed file keeps its resource. When more',
    'than a tenth of the files (and more than 5) would be deleted, or a file of some groups would become public, it',
    'asks first; without a terminal it then keeps them, and ends with 1, unless --yes is given.',
    'Rules in .lecternignore (in the syntax of .gitignore) leave files out, and symbolic links are left out. Lines of',
    '.lecterngroups in the folder say who may find what, the last one that matches counts:',
    '  /hr/ = hr, board',
    '  /hr/handbook.pdf = *',
  ],
  arguments: [{ value: 'FOLDER', doc: 'the folder' }],
  options: {
    ...boxOption,
    ...waitOption,
    name: { value: 'NAME', doc: 'name of the folder in the box; made of host and path when absent' },
    groups: { value: 'RULE', doc: 'a rule as in .lecterngroups; may be given several times', isRepeated: true },
    parallel: { value: 'N', doc: 'files at the same time; 4 when absent' },
    'dry-run': { doc: 'only say what would be done' },
    'keep-deleted': { doc: 'delete nothing' },
    'max-deletions': { value: 'N', doc: 'most deletions without a question' },
    yes: { doc: 'do not ask', short: 'y' },
    content: { doc: 'compare the content of all files, not only of those that look changed' },
    'follow-links': { doc: 'also what symbolic links name' },
    watch: { doc: 'continue, and send changes as they happen' },
    json: { doc: 'write a line of JSON for each change' },
  },
  run: async (context) => {
    const place = await placeOf(context);
    const state = new SyncState(place.file);
    try {
      const remote = new SyncRemote(context.api(), { ...place, signal: context.signal, onBytes: () => undefined });
      if (state.fact('source') === undefined) await adopt(state, remote, place.source);
      return await repeatedly(context, place.folder, () =>
        once(context, { state, remote, folder: place.folder, kbid: place.kbid }),
      );
    } finally {
      state.close();
    }
  },
};

interface Place {
  readonly folder: string;
  readonly kbid: string;
  readonly source: string;
  readonly file: string;
  readonly stateFolder: string;
}

async function placeOf(context: CommandContext): Promise<Place> {
  const { argument, options, env, api } = context;
  const folder = await realpath(argument).catch(() => '');
  if (folder === '' || !(await stat(folder)).isDirectory()) throw new UsageError(`${argument} is not a folder`);
  const kbid = await chosenBox(context);
  const hash = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex');
  const source = textOption(options, 'name') ?? `${basename(folder)}-${hash(hostname(), folder).slice(0, 12)}`;
  const stateFolder = join(ownFolder('state', env), 'sync');
  await mkdir(stateFolder, { recursive: true, mode: 0o700 });
  const file = join(stateFolder, `${hash(api().origin, kbid, source, folder).slice(0, 32)}.sqlite`);
  return { folder, kbid, source, file, stateFolder };
}

/** Takes over what another machine, or a lost state, left in the box. */
async function adopt(state: SyncState, remote: SyncRemote, source: string): Promise<void> {
  for await (const file of remote.all()) state.put(file);
  state.setFact('source', source);
}

interface Synchronised {
  readonly state: SyncState;
  readonly remote: SyncRemote;
  readonly folder: string;
  readonly kbid: string;
}

async function once(context: CommandContext, { state, remote, folder, kbid }: Synchronised): Promise<ExitCode> {
  const { options } = context;
  const report = new SyncReport(context);
  const rules = await GroupRules.of(folder, textsOption(options, 'groups'));
  const confirm = (risky: RiskyChanges) => allowed(context, risky);
  const run = new SyncRun(
    { state, remote, rules, confirm, tell: (event) => report.take(event) },
    optionsOf(context, folder),
  );
  await explainedAtStop(
    context,
    () => report.soFar(),
    async () => {
      await run.run();
      if (options['wait'] && !options['dry-run']) await settled(context, kbid);
    },
  );
  return report.end();
}

function optionsOf({ options, signal }: CommandContext, folder: string): SyncOptions {
  const most = options['max-deletions'];
  return {
    folder,
    signal,
    followsLinks: options['follow-links'] === true,
    comparesContent: options['content'] === true,
    isDry: options['dry-run'] === true,
    deletes: options['keep-deleted'] !== true,
    concurrency: wholeOption(options, 'parallel', { min: 1, max: 32, otherwise: 4 }),
    ...(most !== undefined && {
      deletionsMax: wholeOption(options, 'max-deletions', { min: 0, max: 1e9, otherwise: 0 }),
    }),
  };
}

async function allowed({ options, screen, progress }: CommandContext, risky: RiskyChanges): Promise<boolean> {
  const { known, deleted, opened } = risky;
  const changes = [
    ...(deleted > 0
      ? [`${deleted.toLocaleString('en')} of ${counted(known, 'file')} would be deleted from the box`]
      : []),
    ...(opened > 0 ? [`${counted(opened, 'file')} of some groups could be found by everyone`] : []),
  ].join(', and ');
  if (options['yes']) return true;
  progress.end();
  const isAllowed = await screen.confirm(`${changes}. Do it?`);
  if (!isAllowed)
    progress.note(`${changes}: they are kept as they are. Give --yes, or --keep-deleted, when you know why.`);
  return isAllowed;
}

/** With `--watch` again after each change, until it is interrupted. */
async function repeatedly(
  { options, signal, progress }: CommandContext,
  folder: string,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!options['watch']) return run();
  const changes = changesBelow(folder, signal);
  try {
    for (;;) {
      // While the server is away, or a rule cannot be understood, the next change is another chance.
      await run().catch((error: unknown) => {
        if (signal.aborted || !(error instanceof CommandError)) throw error;
        progress.note(error.message);
      });
      await changes.next();
      signal.throwIfAborted();
    }
  } finally {
    changes.close();
  }
}

class SyncReport {
  private readonly counts = new Map<SyncKind, number>();
  private readonly options: Options;

  constructor(private readonly context: CommandContext) {
    this.options = context.options;
  }

  take(event: SyncEvent): void {
    const { print, progress } = this.context;
    const { kind, name, before, problem } = event;
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    if (this.options['json']) return print(JSON.stringify(event));
    if (kind === 'failed') return progress.note(`${oneLine(name) || 'the folder'}: ${problem}`);
    const line = `${kind} ${before === undefined ? '' : `${oneLine(before)} → `}${oneLine(name)}`;
    if (this.options['dry-run']) print(line);
    else progress.show(`${this.summary()}: ${line}`);
  }

  end(): ExitCode {
    const { print, progress } = this.context;
    progress.end();
    if (!this.options['json']) print(`${this.options['dry-run'] ? 'Would be: ' : ''}${this.summary()}`);
    return this.counts.has('failed') || this.counts.has('kept') ? exitCodes.notAsItShouldBe : exitCodes.done;
  }

  /** Of a run that was interrupted. */
  soFar(): string {
    const done = this.summary('nothing has been done');
    return this.options['dry-run'] ? done : `${done}. The same command does the rest.`;
  }

  private summary(nothing = 'in step'): string {
    const parts = [...this.counts].map(([kind, count]) => `${count.toLocaleString('en')} ${shown[kind]}`);
    return parts.length > 0 ? parts.join(', ') : nothing;
  }
}
