import { IsIn, IsOptional } from 'class-validator';
import type { Constructor } from '../../core/input';
import { Literal, TaggedBody } from '../../validation/decorators';
import { ModuleMembers } from '../module/module.dto';

/** Scores the answer: whether it addresses the question, and what the contexts support of it. */
export class RemiConfig extends ModuleMembers {
  /** Name of the module. */
  @Literal('remi') module!: 'remi';
  /** Whether it is scored against all contexts or against the answers of context modules. */
  @IsOptional() @IsIn(['full', 'partial_answers']) context_granularity?: 'full' | 'partial_answers' | null;
}

/** Any module that runs after the answer. */
export type AnyPostprocessModule = RemiConfig;

/** Classes of these modules by name. */
export const postprocessModules: Readonly<Record<string, () => Constructor<AnyPostprocessModule>>> = {
  remi: () => RemiConfig,
};

/** A module that runs after the answer: `module` says which one. */
@TaggedBody('module', postprocessModules)
export class PostprocessModuleBody {}
