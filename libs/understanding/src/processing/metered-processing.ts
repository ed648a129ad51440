import type { FieldToProcess, ProcessingValue } from '@lectern/contracts/understanding';
import type { MeasuredMetric } from '@lectern/contracts/accounts';
import { type MonthlyUse, UsageMeter, UsageQuota } from '@lectern/usage';
import { Injectable } from '@nestjs/common';
import { isMedia, neededToProcess, type UnreadContent } from './needed-use';
import { ProcessService } from './process.service';
import type { InlineStrategies } from '../strategies/field-strategies';

type Measured = Partial<Record<MeasuredMetric, number>>;

interface ProcessingWork {
  readonly field: FieldToProcess;
  /** Whether it belongs to a knowledge box of this zone. */
  readonly isStored: boolean;
}

/** Processing of fields, which counts for the account of their knowledge box. */
@Injectable()
export class MeteredProcessing {
  constructor(
    private readonly processing: ProcessService,
    private readonly meter: UsageMeter,
    private readonly quota: UsageQuota,
  ) {}

  /**
   * What an attempt has read counts when it says how far it came, and at its end: the next attempt continues there.
   * What passes a limit of the account is not handed on.
   *
   * @throws AppError as `ProcessService`, and `quota_exceeded`
   */
  process(field: FieldToProcess, signal: AbortSignal, inline?: InlineStrategies): AsyncGenerator<ProcessingValue> {
    return this.limited({ field, isStored: false }, signal, inline);
  }

  /** The same for a field of a knowledge box of this zone, whose paragraphs are stored. */
  processStored(field: FieldToProcess, signal: AbortSignal): AsyncGenerator<ProcessingValue> {
    return this.limited({ field, isStored: true }, signal);
  }

  private async *limited(
    work: ProcessingWork,
    signal: AbortSignal,
    inline?: InlineStrategies,
  ): AsyncGenerator<ProcessingValue> {
    const held = await this.quota.hold(work.field.account, neededToProcess(unreadOf(work)));
    let isDone = false;
    try {
      for await (const value of this.counted(work, signal, inline)) {
        isDone ||= value.field !== undefined;
        yield value;
      }
    } finally {
      if (isDone) held.keep();
      else held.giveBack();
    }
  }

  private async *counted(
    { field, isStored }: ProcessingWork,
    signal: AbortSignal,
    inline?: InlineStrategies,
  ): AsyncGenerator<ProcessingValue> {
    const { account, kbid, nuaClient } = field;
    const count = async (metrics: Measured) => {
      this.meter.count({ account, kbid, nuaClient, metrics });
      await this.quota.spend(account, spentBy(metrics, isStored));
    };
    let read = new ReadSoFar();
    const startedAtMs = performance.now();
    for await (const value of this.processing.process(field, signal, inline)) {
      read.value(value);
      if (value.progress) {
        await count(read.metrics());
        read = new ReadSoFar();
      }
      if (value.field)
        await count({ ...read.metrics(), ...wholeOf(field, value.field, performance.now() - startedAtMs) });
      yield value;
    }
  }
}

function unreadOf({ field: { file }, isStored }: ProcessingWork): UnreadContent {
  return { isStored, ...(file && { contentType: file.contentType }) };
}

/** What was read, as limits count it. */
function spentBy(
  { chars_processed: chars = 0, paragraphs_processed: paragraphs = 0, media_seconds_processed: seconds = 0 }: Measured,
  isStored: boolean,
): MonthlyUse {
  return {
    monthly_limit_chars_processed: chars,
    monthly_limit_paragraphs_processed: paragraphs,
    ...(isStored && { monthly_limit_paragraphs_stored: paragraphs }),
    monthly_limit_media_seconds_processed: seconds,
  };
}

/** Pieces of a field that are not counted yet. */
class ReadSoFar {
  private chars = 0;
  private paragraphs = 0;
  private mediaSeconds = 0;

  value({ text = '', paragraphs = [] }: ProcessingValue): void {
    this.chars += [...text].length;
    this.paragraphs += paragraphs.length;
    for (const { start_seconds: starts = [], end_seconds: ends = [] } of paragraphs)
      this.mediaSeconds += Math.max((ends.at(-1) ?? 0) - (starts[0] ?? 0), 0);
  }

  metrics(): Measured {
    const { chars, paragraphs, mediaSeconds } = this;
    return {
      chars_processed: chars,
      paragraphs_processed: paragraphs,
      ...(mediaSeconds > 0 && { media_seconds_processed: mediaSeconds }),
    };
  }
}

/** What counts once for a field. */
function wholeOf(
  { file, text }: FieldToProcess,
  { mimeType, pages = 0 }: NonNullable<ProcessingValue['field']>,
  durationMs: number,
): Measured {
  const seconds = durationMs / 1_000;
  return {
    resources_processed: 1,
    bytes_processed: file?.sizeBytes ?? (text ? Buffer.byteLength(text.body) : 0),
    pages_processed: pages,
    media_files_processed: isMedia(mimeType) ? 1 : 0,
    // Files wait for processes of their own; texts are read at once.
    ...(file ? { slow_processing_time: seconds } : { pre_processing_time: seconds }),
  };
}
