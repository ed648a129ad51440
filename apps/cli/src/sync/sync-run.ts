import { inParallel } from '../content/in-parallel';
import { hashesOf } from '../content/send-file';
import { filesBelow, isFile } from '../content/walk';
import { CommandError } from '../exit-code';
import type { GroupRules } from './group-rules';
import { SyncRemote } from './sync-remote';
import type { DueFile, KnownFile, SyncState } from './sync-state';

/** Deletions that need no question: this many, or this share of what is known. */
const FREE_CHANGES = 5;
const FREE_SHARE = 0.1;

export interface SyncOptions {
  readonly folder: string;
  readonly followsLinks: boolean;
  readonly concurrency: number;
  /** Compares all files by their content, not only those that look changed. */
  readonly comparesContent: boolean;
  readonly isDry: boolean;
  readonly deletes: boolean;
  /** Most deletions without a question; undefined is 10, or a tenth of the files. */
  readonly deletionsMax?: number;
  readonly signal: AbortSignal;
}

export type SyncKind = 'added' | 'changed' | 'moved' | 'regrouped' | 'deleted' | 'failed' | 'kept';

/** What happened to one file, or would happen. */
export interface SyncEvent {
  readonly kind: SyncKind;
  readonly name: string;
  /** Its name before, of one that was moved. */
  readonly before?: string;
  readonly problem?: string;
}

/** What must be confirmed. */
export interface RiskyChanges {
  readonly known: number;
  readonly deleted: number;
  /** Files of groups that everyone could find. */
  readonly opened: number;
}

interface Parts {
  readonly state: SyncState;
  readonly remote: SyncRemote;
  readonly rules: GroupRules;
  readonly tell: (event: SyncEvent) => void;
  readonly confirm: (risky: RiskyChanges) => Promise<boolean>;
}

/** Brings a knowledge box in step with a folder, once. */
export class SyncRun {
  private opening: Promise<boolean> | undefined;

  constructor(
    private readonly parts: Parts,
    private readonly options: SyncOptions,
  ) {}

  async run(): Promise<void> {
    const { state, confirm } = this.parts;
    await this.look();
    const { known, gone, opened } = state.counts;
    const { deletionsMax, isDry, concurrency, deletes } = this.options;
    const deleted = deletes ? gone : 0;
    const free = deletionsMax ?? Math.max(FREE_CHANGES, Math.floor(known * FREE_SHARE));
    const isRisky = (deleted > free || opened > 0) && !isDry;
    const isAllowed = !isRisky || (await confirm({ known, deleted: deleted > free ? deleted : 0, opened }));
    if (opened > 0) this.opening = Promise.resolve(isAllowed);
    await inParallel(asynchronous(state.due()), concurrency, (due) => this.ofOne(due, isAllowed));
    if (deletes) await inParallel(asynchronous(state.gone()), concurrency, (file) => this.delete(file, isAllowed));
  }

  /** Looks at every file, and changes nothing. */
  private async look(): Promise<void> {
    const { state, rules, tell } = this.parts;
    const { folder, followsLinks, comparesContent, signal } = this.options;
    state.forgetFound();
    for await (const finding of filesBelow(folder, { followsLinks, signal })) {
      if (!isFile(finding)) {
        state.addUnreadable(finding.name);
        tell({ kind: 'failed', ...finding });
      } else {
        const groups = JSON.stringify(rules.groupsOf(finding.name));
        state.addFound(comparesContent ? { ...finding, stamp: `${finding.stamp} ` } : finding, groups);
      }
    }
    state.findGone();
  }

  private async ofOne(due: DueFile, isAllowed: boolean): Promise<void> {
    const { tell } = this.parts;
    const { name } = due.file;
    const file = { ...due.file, stamp: due.file.stamp.trim() };
    try {
      const opens = due.known?.groups !== undefined && due.known.groups !== '[]' && due.groups === '[]';
      if (opens && due.known?.sha256 !== null && !isAllowed) return tell({ kind: 'kept', name });
      const event = await (due.known?.sha256
        ? this.update(file, due.known, due.groups)
        : this.addNew({ ...due, file }));
      if (event) tell(event);
    } catch (error) {
      this.failed(name, error);
    }
  }

  private async update(file: DueFile['file'], known: KnownFile, groups: string): Promise<SyncEvent | undefined> {
    const { state, remote } = this.parts;
    const { signal, isDry } = this.options;
    const [sha256] = file.stamp === known.stamp ? [known.sha256] : await hashesOf(file.path, ['sha256'], signal);
    const kind = sha256 !== known.sha256 ? 'changed' : groups !== known.groups ? 'regrouped' : undefined;
    if (isDry) return kind && { kind, name: file.name };
    if (kind === 'changed') state.put(await remote.change(file, known, groups));
    else {
      if (kind) await remote.describe({ ...file, sha256: known.sha256 }, known.slug, groups);
      const isRecent = Date.now() - file.modifiedMs < 2_000;
      state.put({ ...known, groups, sizeBytes: file.sizeBytes, stamp: isRecent ? '' : file.stamp });
    }
    return kind && { kind, name: file.name };
  }

  private async addNew({ file, groups, known }: DueFile): Promise<SyncEvent> {
    const { state, remote } = this.parts;
    const { isDry } = this.options;
    const moved = await this.movedFrom(file);
    if (moved) return this.move(moved, file, groups);
    const event = { kind: 'added' as const, name: file.name };
    if (isDry) return event;
    const slug = known?.slug ?? SyncRemote.newSlug();
    // Before the resource: after a kill, the same resource is completed.
    state.put({ name: file.name, slug, sizeBytes: file.sizeBytes, stamp: '', sha256: null, groups });
    state.put(await remote.add(file, slug, groups));
    return event;
  }

  /** A file with this content that the folder has no longer. */
  private async movedFrom({ path, sizeBytes }: DueFile['file']): Promise<KnownFile | undefined> {
    const { state } = this.parts;
    if (sizeBytes === 0 || !this.options.deletes || !state.hasGoneOfSize(sizeBytes)) return undefined;
    const [sha256 = ''] = await hashesOf(path, ['sha256'], this.options.signal);
    return state.takeGone(sha256);
  }

  private async move(before: KnownFile, file: DueFile['file'], groups: string): Promise<SyncEvent> {
    const { state, remote } = this.parts;
    const event = { kind: 'moved' as const, name: file.name, before: before.name };
    if (this.options.isDry) return event;
    if (groups === '[]' && before.groups !== '[]' && !(await this.mayOpen())) return { kind: 'kept', name: file.name };
    await remote.describe({ ...file, sha256: before.sha256 }, before.slug, groups);
    const now = { ...before, name: file.name, groups, stamp: file.stamp };
    const isRenamed = baseOf(before.name) !== baseOf(file.name);
    // The name of a file is that of its upload.
    state.move(before.name, isRenamed ? await remote.change(file, now, groups) : now);
    return event;
  }

  /** Asked once, when the first file moves out of the folders of its groups. */
  private mayOpen(): Promise<boolean> {
    this.opening ??= this.parts.confirm({ known: this.parts.state.counts.known, deleted: 0, opened: 1 });
    return this.opening;
  }

  private async delete({ name, slug }: KnownFile, isAllowed: boolean): Promise<void> {
    const { state, remote, tell } = this.parts;
    if (!isAllowed) return tell({ kind: 'kept', name });
    try {
      if (!this.options.isDry) {
        await remote.remove(slug);
        state.remove(name);
      }
      tell({ kind: 'deleted', name });
    } catch (error) {
      this.failed(name, error);
    }
  }

  /** @throws the error when it is not about this file alone */
  private failed(name: string, error: unknown): void {
    const status = error instanceof CommandError && 'status' in error ? error.status : undefined;
    const isOfFile =
      error instanceof CommandError ? status !== 401 && status !== 403 && isAbout(error) : isSystem(error);
    if (this.options.signal.aborted || !isOfFile) throw error;
    this.parts.tell({ kind: 'failed', name, problem: error instanceof Error ? error.message : String(error) });
  }
}

/** A refusal has a status, and so does what changes; a server that is away has none. */
function isAbout(error: CommandError): boolean {
  return 'status' in error || error.exitCode === 1;
}

function isSystem(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code);
}

function baseOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

async function* asynchronous<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
