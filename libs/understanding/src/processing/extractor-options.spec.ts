import { readConfig } from '@lectern/config';
import { defaultLimits } from '@lectern/extraction';
import { extractConfig } from './extract.config';
import { extractorOptionsOf } from './extractor-options';

const optionsOf = (environment: Readonly<Record<string, string>>) =>
  extractorOptionsOf(readConfig(extractConfig, environment));

describe('the options of the extractor', () => {
  it('are the limits of the lib where nothing is set', () => {
    expect(optionsOf({}).limits).toEqual(defaultLimits);
  });

  it('have sizes in bytes', () => {
    const { limits } = optionsOf({ EXTRACT_FILE_MB: '2', EXTRACT_INFLATED_MB: '3' });
    expect(limits).toEqual({ ...defaultLimits, fileBytesMax: 2_097_152, inflatedBytesMax: 3_145_728 });
  });

  it('take every other setting as it is', () => {
    const options = optionsOf({
      EXTRACT_PROCESSES: '3',
      EXTRACT_QUEUE: '7',
      EXTRACT_TIMEOUT_MS: '5000',
      EXTRACT_MEMORY_MB: '200',
      EXTRACT_SHARED_MB: '900',
      EXTRACT_OUTPUT_CHARS: '1234',
      EXTRACT_NESTING: '1',
      EXTRACT_PREVIEW_PAGES: '5',
    });
    expect(options).toEqual({
      processes: 3,
      queueLength: 7,
      timeoutMs: 5_000,
      memoryMb: 200,
      sharedMb: 900,
      drawing: { pagesMax: 5 },
      limits: { ...defaultLimits, outputCharsMax: 1_234, nestingMax: 1 },
    });
  });
});
