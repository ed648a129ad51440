import type { ConfigOf } from '@lectern/config';
import { defaultLimits, type ExtractorOptions } from '@lectern/extraction';
import { type extractConfig, MEBIBYTE } from './extract.config';

/** Settings in the form of the extractor, with sizes in bytes. */
export function extractorOptionsOf(settings: ConfigOf<typeof extractConfig>): ExtractorOptions {
  return {
    processes: settings.EXTRACT_PROCESSES,
    queueLength: settings.EXTRACT_QUEUE,
    timeoutMs: settings.EXTRACT_TIMEOUT_MS,
    memoryMb: settings.EXTRACT_MEMORY_MB,
    sharedMb: settings.EXTRACT_SHARED_MB,
    drawing: { pagesMax: settings.EXTRACT_PREVIEW_PAGES },
    limits: {
      ...defaultLimits,
      fileBytesMax: settings.EXTRACT_FILE_MB * MEBIBYTE,
      inflatedBytesMax: settings.EXTRACT_INFLATED_MB * MEBIBYTE,
      outputCharsMax: settings.EXTRACT_OUTPUT_CHARS,
      nestingMax: settings.EXTRACT_NESTING,
    },
  };
}
