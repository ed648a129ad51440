import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyFileBelow, harms, kindOfFile } from './damaged-files';
import { printedSeed, seededRandom } from './seeded-random';

/** Number of checks within which an index must be correct again. */
const ROUNDS_MAX = 8;
/** Default number of cases; `DAMAGED_FILES=all` damages every file in every way. */
const CASES = 24;

/** Damage to one file of an index. */
export interface DamageCase {
  /** Path relative to the folder of the index. */
  readonly file: string;
  readonly kind: string;
  readonly harm: string;
  readonly state: 'open' | 'closed';
  readonly seed: number;
}

/** An index whose files are damaged. */
export interface HarmedIndex {
  /** Answers to all kinds of queries, as comparable text. @throws the errors of the index */
  answers(): Promise<string>;
  /** Adds something, extends it and removes it. */
  write(): Promise<void>;
  /** Whether damage was reported since the last call. */
  isReported(): boolean;
  /** Drops the index and fills it again. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Every kind of file in turn, `DAMAGED_FILES` of them; the same ones for the same seed.
 *
 * @param count used when `DAMAGED_FILES` is not set
 */
export function damageCases(folder: string, of: string, count = CASES): readonly DamageCase[] {
  const seed = printedSeed(of);
  const random = seededRandom(seed);
  const all = everyFileBelow(folder).flatMap((path) =>
    Object.keys(harms).flatMap((harm) =>
      (['open', 'closed'] as const).map((state): DamageCase & { readonly order: number } => {
        const order = random();
        const file = path.slice(folder.length + 1);
        return { file, kind: kindOfFile(path, folder), harm, state, seed: Math.floor(order * 2 ** 31), order };
      }),
    ),
  );
  if (process.env['DAMAGED_FILES'] === 'all') return all;
  const shuffled = all.toSorted((a, b) => a.order - b.order);
  const byKind = [...Map.groupBy(shuffled, ({ kind }) => kind).values()];
  const rounds = Array.from({ length: shuffled.length }, (_, i) => byKind.flatMap((cases) => cases[i] ?? []));
  return rounds.flat().slice(0, Number(process.env['DAMAGED_FILES'] ?? count));
}

/**
 * Damages a copy of an index, uses it until it is correct, then writes to it, then reopens it.
 *
 * @returns the permanent fault; undefined without one
 */
export async function surviveDamage(
  template: string,
  { file, harm, state, seed }: DamageCase,
  { expected, open }: { readonly expected: string; readonly open: (folder: string) => Promise<HarmedIndex> },
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'harmed-'));
  await cp(template, folder, { recursive: true, preserveTimestamps: true });
  const hurt = () => harms[harm]?.(join(folder, file), seed);
  if (state === 'closed') hurt();
  let index = await open(folder);
  try {
    if (state === 'open') await index.answers();
    // In half of the cases, damage it during a write and the compaction that the write causes.
    const writing = state === 'open' && seed % 2 === 1 ? index.write().catch(() => undefined) : undefined;
    if (state === 'open') hurt();
    await writing;
    const found = writing ? undefined : await untilRight(index, expected);
    if (found) return found;
    const unwritten = await untilWritten(index);
    if (unwritten) return `it cannot be written: ${unwritten}`;
    const written = await untilRight(index, expected);
    if (written) return `after a write: ${written}`;
    await index.close();
    index = await open(folder);
    const reopened = await untilRight(index, expected);
    return reopened && `opened again: ${reopened}`;
  } finally {
    await index.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Repairs reported damage, as the product does. */
async function untilRight(index: HarmedIndex, expected: string): Promise<string | undefined> {
  let last = '';
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    last = await index.answers().catch((error: unknown) => `failed: ${String(error)}`);
    if (index.isReported()) await index.heal();
    else if (last === expected) return undefined;
  }
  return last;
}

/** Retries failed writes, as tasks do. */
async function untilWritten(index: HarmedIndex): Promise<string | undefined> {
  let last: string | undefined;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    last = await index.write().then(
      () => undefined,
      (error: unknown) => String(error),
    );
    if (index.isReported()) await index.heal();
    else if (last === undefined) return undefined;
  }
  return last ?? 'damage is reported again and again';
}
