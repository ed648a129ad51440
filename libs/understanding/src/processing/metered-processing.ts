import type { FieldToProcess, ProcessingValue } from '@lectern/contracts/understanding';
import type { MeasuredMetric } from '@lectern/contracts/accounts';
import { UsageMeter } from '@lectern/usage';
import { Injectable } from '@nestjs/common';
import { ProcessService } from './process.service';
import type { InlineStrategies } from '../strategies/field-strategies';

type Measured = Partial<Record<MeasuredMetric, number>>;

/** Processing of fields, which counts for the account of their knowledge box. */
@Injectable()
export class MeteredProcessing {
  constructor(
    private readonly processing: ProcessService,
    private readonly meter: UsageMeter,
  ) {}

  /**
   * What an attempt has read counts when it says how far it came, and at its end: the next attempt continues there.
   *
   * @throws AppError as `ProcessService`
   */
  async *process(
    field: FieldToProcess,
    signal: AbortSignal,
    inline?: InlineStrategies,
  ): AsyncGenerator<ProcessingValue> {
    const { account, kbid } = field;
    const count = (metrics: Measured) => this.meter.count({ account, kbid, metrics });
    let read = new ReadSoFar();
    const startedAtMs = performance.now();
    for await (const value of this.processing.process(field, signal, inline)) {
      read.value(value);
      if (value.progress) {
        count(read.metrics());
        read = new ReadSoFar();
      }
      if (value.field) count({ ...read.metrics(), ...wholeOf(field, value.field, performance.now() - startedAtMs) });
      yield value;
    }
  }
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
  const isMedia = /^(audio|video)\//.test(mimeType);
  const seconds = durationMs / 1_000;
  return {
    resources_processed: 1,
    bytes_processed: file?.sizeBytes ?? (text ? Buffer.byteLength(text.body) : 0),
    pages_processed: pages,
    media_files_processed: isMedia ? 1 : 0,
    // Files wait for processes of their own; texts are read at once.
    ...(file ? { slow_processing_time: seconds } : { pre_processing_time: seconds }),
  };
}
