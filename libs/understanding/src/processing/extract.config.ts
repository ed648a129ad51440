import { configSlice, integer } from '@lectern/config';
import { defaultLimits } from '@lectern/extraction';

export const MEBIBYTE = 1_048_576;

/** Number of concurrent extractions and their resource limits. */
export const extractConfig = configSlice('extract', {
  EXTRACT_PROCESSES: integer({
    doc: 'processes that parse files, started on demand; one more for small files while these are busy',
    min: 1,
    max: 64,
    fallback: 2,
  }),
  EXTRACT_QUEUE: integer({ doc: 'files that may wait for one of them', min: 1, max: 100_000, fallback: 500 }),
  EXTRACT_TIMEOUT_MS: integer({
    doc: 'longest time without progress, such as a page',
    min: 1_000,
    max: 3_600_000,
    fallback: 120_000,
  }),
  EXTRACT_MEMORY_MB: integer({ doc: 'memory that one process may use', min: 128, max: 65_536, fallback: 1_024 }),
  EXTRACT_SHARED_MB: integer({
    doc: 'memory of these processes together; beyond it the largest is interrupted and tried again. 0: EXTRACT_MEMORY_MB, 256 and 160 for each',
    min: 0,
    max: 1_048_576,
    fallback: 0,
  }),
  EXTRACT_FILE_MB: integer({
    doc: 'largest file',
    min: 1,
    max: 4_096,
    fallback: defaultLimits.fileBytesMax / MEBIBYTE,
  }),
  EXTRACT_INFLATED_MB: integer({
    doc: 'largest unpacked size of a file with the archives within it',
    min: 1,
    max: 65_536,
    fallback: defaultLimits.inflatedBytesMax / MEBIBYTE,
  }),
  EXTRACT_OUTPUT_CHARS: integer({
    doc: 'longest text of one field; a longer one is cut with a warning',
    min: 1_000,
    max: 200_000_000,
    fallback: defaultLimits.outputCharsMax,
  }),
  EXTRACT_PREVIEW_PAGES: integer({
    doc: 'pages of a PDF that get pictures and positions of words, from the first one on; 0: none',
    min: 0,
    max: 1_000,
    fallback: 20,
  }),
  EXTRACT_NESTING: integer({
    doc: 'nesting depth to which files within files are read',
    min: 0,
    max: 20,
    fallback: defaultLimits.nestingMax,
  }),
});
