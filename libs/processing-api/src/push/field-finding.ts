import { AppError } from '@lectern/contracts/core';
import type {
  FieldToProcess,
  ProcessingError,
  ProcessingValue,
  UnderstoodField,
} from '@lectern/contracts/understanding';
import { gathered, type Gathered, joinedMessage, type MessagePart } from '@lectern/intake';
import { Inject, Injectable } from '@nestjs/common';
import { MeteredProcessing, type InlineStrategies } from '@lectern/understanding';
import { FileTokens, type TokenFile } from './file-tokens';
import {
  chosenStrategies,
  type PushedFieldWork,
  type PushedPart,
  type PushedPiece,
  type PushLabel,
  type PushStrategies,
} from './pushed-field';

/** Messages read concurrently. */
const TOGETHER = 8;
/** Characters of all texts in a push. */
const CHARS_MAX = 20_000_000;
/** Errors per field. */
const ERRORS_MAX = 300;
const [EXTRACT, PROCESS] = [1, 2];

/** Results of a field, or of one of its messages. */
export interface FoundPiece extends Gathered {
  readonly ident?: string;
}

/** Results of a field. */
export interface FoundField {
  readonly work: PushedFieldWork;
  readonly pieces: readonly FoundPiece[];
  readonly errors: readonly ProcessingError[];
  readonly labels: readonly PushLabel[];
  /** The field's own file, if it is a file. */
  readonly file?: TokenFile;
}

/** The context of a push for processing its fields. */
export interface PushCircumstances {
  readonly account: string;
  /** Name of the knowledge box in the push, which owns the strategies. */
  readonly kbid: string;
  /** For all fields without their own strategies. */
  readonly strategies: PushStrategies;
  /** Strategies in the push itself. */
  readonly inline: InlineStrategies;
  readonly rid: string;
  readonly mlText: boolean;
  /** Folder of the blob store for artefacts of its files. */
  readonly folder: string;
  /** When it was pushed: file tokens were valid then. */
  readonly pushedAt: Date;
  readonly signal: AbortSignal;
  readonly alive: () => void;
  /** Number of the attempt: where a limit is reached the first time, the push waits for room and begins again. */
  readonly attempt: number;
  /** Client id of the NUA client that pushed; its use counts for it. */
  readonly nuaClient?: string;
}

/** Processes the fields of a push like those of a knowledge box. */
@Injectable()
export class FieldFinding {
  constructor(
    @Inject(MeteredProcessing) private readonly processing: Pick<MeteredProcessing, 'process'>,
    private readonly tokens: FileTokens,
  ) {}

  /** @throws AppError when it should be retried */
  async find(fields: readonly PushedFieldWork[], push: PushCircumstances): Promise<readonly FoundField[]> {
    const found: FoundField[] = [];
    let chars = 0;
    for (const [number, work] of fields.entries()) {
      push.signal.throwIfAborted();
      const field = await this.field(work, number, push);
      chars += field.pieces.reduce((sum, { text }) => sum + text.length, 0);
      found.push(chars > CHARS_MAX ? withoutText(field) : field);
      push.alive();
    }
    return found;
  }

  private async field(work: PushedFieldWork, number: number, push: PushCircumstances): Promise<FoundField> {
    const [first] = work.pieces.flatMap(({ parts }) => parts);
    const file = first && 'file' in first && first.isField ? this.fileOf(first.file, push) : undefined;
    const labels = [...work.labels, ...(file?.labels ?? [])];
    try {
      const pieces: (FoundPiece & { readonly errors: readonly ProcessingError[] })[] = [];
      for (let at = 0; at < work.pieces.length; at += TOGETHER) {
        push.signal.throwIfAborted();
        const some = work.pieces.slice(at, at + TOGETHER);
        pieces.push(...(await Promise.all(some.map((piece) => this.piece(work, { piece, number }, push)))));
      }
      const errors = pieces.flatMap((piece) => piece.errors).slice(0, ERRORS_MAX);
      return { work, pieces, errors, labels, file };
    } catch (error) {
      if (!isFinal(error) || (error.code === 'quota_exceeded' && push.attempt <= 1)) throw error;
      return { work, pieces: [], errors: [{ code: PROCESS, severity: 'ERROR', text: error.message }], labels, file };
    }
  }

  private async piece(
    work: PushedFieldWork,
    { piece: { ident, parts }, number }: { readonly piece: PushedPiece; readonly number: number },
    push: PushCircumstances,
  ) {
    const read: MessagePart[] = [];
    for (const part of parts) {
      const { filename, fileStrategies, ...input } = this.inputOf(part, `${push.folder}/${number}`, push);
      const strategies = chosenStrategies(work.strategies, fileStrategies, push.strategies);
      const id = ident === undefined ? work.id : `${work.id}/${ident}`;
      const { account, nuaClient, rid, mlText } = push;
      const kbid = push.kbid || account;
      const field = { account, nuaClient, kbid, strategies, rid, field: { letter: work.letter, id }, mlText, ...input };
      const values = this.processing.process(field, push.signal, push.inline);
      read.push({ ...(await gathered(counted(values, push.alive))), filename });
    }
    const [only] = read;
    if (only && read.length === 1 && ident === undefined) return { ...only, errors: only.understood.errors };
    return { ident, ...joinedMessage(ident ?? work.id, read) };
  }

  private inputOf(
    part: PushedPart,
    folder: string,
    push: PushCircumstances,
  ): Pick<FieldToProcess, 'text' | 'file' | 'link' | 'language' | 'pictures'> & {
    readonly filename?: string;
    readonly fileStrategies?: PushStrategies;
  } {
    if ('text' in part) return part;
    if ('link' in part) return { link: { ...part.link, mainContent: true }, pictures: folder };
    const { key, sizeBytes, contentType, filename, password, language, strategies } = this.fileOf(part.file, push);
    const file = { key, sizeBytes, contentType, filename, password };
    const named = { file, language, fileStrategies: strategies };
    return part.isField ? { ...named, pictures: folder } : { ...named, filename };
  }

  private fileOf(token: string, { account, pushedAt }: PushCircumstances): TokenFile {
    const file = this.tokens.read(token, account, pushedAt);
    if (!file) throw new AppError('not_found', 'The file token is not valid');
    return file;
  }
}

/** Whether a retry would not help. */
function isFinal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && error.code !== 'rate_limited' && error.code !== 'cancelled';
}

function withoutText({ errors, ...field }: FoundField): FoundField {
  const text = `Left out: the fields of a push have at most ${CHARS_MAX} characters of text together`;
  return { ...field, pieces: [], errors: [...errors, { code: EXTRACT, severity: 'ERROR', text }] };
}

async function* counted(values: AsyncIterable<ProcessingValue>, alive: () => void): AsyncGenerator<ProcessingValue> {
  for await (const value of values) {
    alive();
    yield value;
  }
}

/** Results of a whole field; for a conversation, the combined results of its messages. */
export function wholeOf({ pieces }: Pick<FoundField, 'pieces'>): UnderstoodField | undefined {
  const [first] = pieces;
  if (!first || first.ident === undefined) return first?.understood;
  const all = pieces.map(({ understood }) => understood);
  return {
    mimeType: '',
    entities: [],
    links: [],
    errors: [],
    summary: all.find(({ summary }) => summary)?.summary ?? '',
    language: all.find(({ language }) => language)?.language ?? '',
    languages: [...new Set(all.flatMap(({ languages }) => languages))],
  };
}
