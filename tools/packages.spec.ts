import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unused } from './tidy/packages';
import { read, root } from './tidy/workspace';

type Versions = Readonly<Record<string, string>>;
interface Manifest {
  readonly dependencies: Versions;
  readonly optionalDependencies: Versions;
  readonly devDependencies: Versions;
}

const manifest: Manifest = JSON.parse(read('package.json'));
const lock: {
  readonly packages: Readonly<
    Record<string, { readonly resolved?: string; readonly version?: string } & Partial<Manifest>>
  >;
} = JSON.parse(read('package-lock.json'));
const { dependencies, optionalDependencies, devDependencies } = manifest;

const allowedLicences = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
]);

describe('packages', () => {
  it('are pinned to one version', () => {
    const all = { ...dependencies, ...optionalDependencies, ...devDependencies };
    const loose = Object.entries(all).filter(
      ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it('of the lock file are those of package.json, and come from the registry that npm is configured with', () => {
    expect(lock.packages['']).toMatchObject({ dependencies, optionalDependencies, devDependencies });
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it.each(Object.keys(dependencies))('%s may be used and passed on by anybody', (name) => {
    const { license }: { readonly license?: string } = JSON.parse(read(`node_modules/${name}/package.json`));
    const choices = (license ?? 'none').replace(/[()]/g, '').split(' OR ');
    const isAllowed = choices.some((choice) => choice.split(' AND ').every((part) => allowedLicences.has(part)));
    expect([name, license, isAllowed]).toEqual([name, license, true]);
  });

  it('that build and run the product are used', () => {
    expect(unused).toEqual([]);
  });

  it('say who may use this one', () => {
    expect(read('LICENSE')).toContain('Apache License');
    expect(existsSync(join(root, 'NOTICE'))).toBe(true);
  });
});
