/** A module in the page: as the server lists it; a new one within another has no id yet. */
export interface EditedModule {
  readonly id?: string;
  /** Name of its type. */
  readonly module: string;
  /** For people. */
  readonly title: string;
  readonly [member: string]: unknown;
}

/** Where a module is within another: its member, and its place in it where it is a list. */
export interface Step {
  readonly member: string;
  /** Place in a list; absent where the member holds one module. */
  readonly index?: number;
}

/** From a module of a lane down to one within it; empty for the module itself. */
export type ModulePath = readonly Step[];

/** The modules that a member holds. */
export function modulesIn(module: EditedModule, member: string): readonly EditedModule[] {
  const value = module[member];
  if (Array.isArray(value)) return value.filter(isModule);
  return isModule(value) ? [value] : [];
}

/** @returns undefined for a path that leads to no module */
export function moduleAt(root: EditedModule, path: ModulePath): EditedModule | undefined {
  return path.reduce<EditedModule | undefined>(
    (module, { member, index }) => module && modulesIn(module, member)[index ?? 0],
    root,
  );
}

/** The root with another module at a path. */
export function withModuleAt(root: EditedModule, path: ModulePath, module: EditedModule): EditedModule {
  const [step, ...rest] = path;
  if (!step) return module;
  return changed(root, step, (held) =>
    held.map((one, at) => (at === (step.index ?? 0) ? withModuleAt(one, rest, module) : one)),
  );
}

/** The root without the module at a path, which is within it. */
export function withoutModuleAt(root: EditedModule, path: ModulePath): EditedModule {
  return onHolder(root, path, (held, at) => held.filter((_, index) => index !== at));
}

/** The root with the module at a path one place up or down in its list. */
export function withModuleMoved(root: EditedModule, path: ModulePath, by: 1 | -1): EditedModule {
  return onHolder(root, path, (held, at) => moved(held, at, by));
}

/** The root with one more module in a member of the module at a path. */
export function withModuleAdded(
  root: EditedModule,
  path: ModulePath,
  { member, isList, module }: { readonly member: string; readonly isList: boolean; readonly module: EditedModule },
): EditedModule {
  const parent = moduleAt(root, path);
  if (!parent) return root;
  const value = isList ? [...modulesIn(parent, member), module] : module;
  return withModuleAt(root, path, { ...parent, [member]: value });
}

/** A list with one of its values one place up or down; the same where there is no such place. */
export function moved<T>(list: readonly T[], at: number, by: 1 | -1): readonly T[] {
  const [one, other] = [list[at], list[at + by]];
  if (one === undefined || other === undefined) return list;
  return list.map((value, index) => (index === at ? other : index === at + by ? one : value));
}

type Held = readonly EditedModule[];

function onHolder(root: EditedModule, path: ModulePath, change: (held: Held, at: number) => Held): EditedModule {
  const [step, ...rest] = path;
  if (!step) return root;
  if (rest.length === 0) return changed(root, step, (held) => change(held, step.index ?? 0));
  return changed(root, step, (held) =>
    held.map((one, at) => (at === (step.index ?? 0) ? onHolder(one, rest, change) : one)),
  );
}

function changed(module: EditedModule, { member, index }: Step, change: (held: Held) => Held): EditedModule {
  const held = change(modulesIn(module, member));
  return { ...module, [member]: index === undefined ? (held[0] ?? null) : held };
}

function isModule(value: unknown): value is EditedModule {
  return typeof value === 'object' && value !== null && 'module' in value && typeof value.module === 'string';
}
