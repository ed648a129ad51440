import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyFileBelow, harms, kindOfFile } from './damaged-files';
import { printedSeed, seededRandom } from './seeded-random';

/** Looks at an index until it is right again. */
const ROUNDS_MAX = 8;
/** By default; `DAMAGED_FILES=all` harms every file in every way. */
const CASES = 24;

/** Damage to one file of an index. */
export interface DamageCase {
  /** Below the folder of the index. */
  readonly file: string;
  readonly kind: string;
  readonly harm: string;
  readonly state: 'open' | 'closed';
  readonly seed: number;
}

/** An index whose files are harmed. */
export interface HarmedIndex {
  /** Answers to everything that can be asked, comparable as text. @throws what the index throws */
  answers(): Promise<string>;
  /** Adds something, extends it, and takes it away again. */
  write(): Promise<void>;
  /** Whether damage was reported since it was asked last. */
  isReported(): boolean;
  /** Drops the index and fills it again. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Every kind of file in turn, `DAMAGED_FILES` of them; the same ones for the same seed.
 *
 * @param count when the environment says nothing
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
 * Harms a copy of an index and has it used until it is right, then written to, then opened again.
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
    // Half of them while it is written, and compacted because of that.
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

/** Writes again what failed, as tasks do. */
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
