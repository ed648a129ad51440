import { code, matches, production, read } from './workspace';

/** Loaded by name at run time, or by another package that asks for it beside itself. */
const implied: Readonly<Record<string, string>> = {
  'reflect-metadata': 'loaded by Nest, TypeORM and class-transformer',
  'class-transformer': 'peer of class-validator’s nested types',
};
const loadedByBuild: Readonly<Record<string, string>> = {
  '@types/node': 'types that contracts name',
  'react-dom': 'imported as react-dom/client',
  'vite-plugin-static-copy': 'named in the settings of Vite',
};

const isConsole = (name: string) => name.startsWith('apps/console/');
const services = production.filter((name) => !isConsole(name));
const building = code.filter((name) => isConsole(name) || /^tools\/.*\.mjs$|^tools\/generators\//.test(name));

function isLoadedIn(names: readonly string[], name: string): boolean {
  const path = name.replace('/', '\\/');
  const loading = new RegExp(
    `(from|import|import\\(|require\\(|require\\.resolve\\(|findPackageJSON\\()\\s*['\`]${path}(/[^'\`]*)?['\`]|node_modules/${path}/bin`,
  );
  return matches(names, loading).length > 0;
}

const { dependencies }: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(read('package.json'));
const ofRunning = Object.keys(dependencies);

/** Dependencies that services load. */
export const shipped = ofRunning.filter((name) => name in implied || isLoadedIn(services, name));
/** Dependencies that only the build needs: they are installed to run a checkout, and not in images. */
export const ofBuild = ofRunning.filter((name) => !shipped.includes(name));
/** Dependencies that nothing loads. */
export const unused = ofBuild.filter((name) => !(name in loadedByBuild) && !isLoadedIn(building, name));
