import { join } from 'node:path';
import { type ConfigSlice, readConfig, type Setting } from '@lectern/config';
import { sharedMb } from '@lectern/extraction';
import { indexConfig } from '@lectern/lance';
import { read, root } from './tidy/workspace';

const LAPTOP_MB = 3_072;

const { extractConfig }: { readonly extractConfig: ConfigSlice<Record<string, Setting<number>>> } = require(
  join(root, 'libs/understanding/src/processing/extract.config'),
);

/** Rows of the table of one machine, by their first words. */
const rows = new Map(
  [...read('docs/operations/sizing.md').matchAll(/^\| ([^|]+?) +\| ([\d,]+) +\| [^|]*\|$/gm)].map(
    ([, part = '', mb = '']): [string, number] => [part, Number(mb.replaceAll(',', ''))],
  ),
);
const { together, ...parts } = Object.fromEntries(rows);

describe('the memory of one machine', () => {
  it('adds up to what a laptop has to spare', () => {
    expect(Object.keys(parts).length).toBeGreaterThan(4);
    expect(Object.values(parts).reduce((sum, mb) => sum + mb, 0)).toBe(together);
    expect(together).toBeLessThanOrEqual(LAPTOP_MB);
  });

  it('is bounded by the defaults of the settings that it names', () => {
    const extract = readConfig(extractConfig, {});
    const [memoryMb = 0, processes = 0] = [extract['EXTRACT_MEMORY_MB'], extract['EXTRACT_PROCESSES']];
    expect(parts['processes that read files']).toBe(extract['EXTRACT_SHARED_MB'] || sharedMb({ memoryMb, processes }));
    const caches = readConfig(indexConfig, {});
    const { KEYWORD_INDEX_CACHE_MB, PARAGRAPH_CACHE_MB, VECTOR_INDEX_CACHE_MB } = caches;
    const together = KEYWORD_INDEX_CACHE_MB + PARAGRAPH_CACHE_MB + VECTOR_INDEX_CACHE_MB;
    expect(parts['caches of the embedded indexes']).toBe(together);
  });
});
