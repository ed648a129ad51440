import type { Constructor } from '../core/input';
import { contextModules } from './context-module/context-module.dto';
import { generationModules } from './generation-module/generation-module.dto';
import type { ModuleKind } from './module/module.dto';
import { postprocessModules } from './postprocess-module/postprocess-module.dto';
import { preprocessModules } from './preprocess-module/preprocess-module.dto';

/** Classes of modules by name, some under several names. */
export const moduleClasses: Readonly<Record<ModuleKind, Readonly<Record<string, () => Constructor>>>> = {
  preprocess: preprocessModules,
  context: contextModules,
  generation: generationModules,
  postprocess: postprocessModules,
};
