import type { Constructor } from '../../core/input';
import { ListOf, Literal, TaggedBody } from '../../validation/decorators';
import { text } from '../../validation/node';
import { IDENTIFIER_CHARS_MAX } from '../driver/driver.dto';
import { ContextMembers, type ModelName, TakesModel } from '../module/module.dto';

const SOURCES_MAX = 50;
const source = text({ minLength: 1, maxLength: IDENTIFIER_CHARS_MAX });

/** Asks knowledge boxes. */
export class BasicAskConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('basic_ask') module!: 'basic_ask';
  /** Identifiers of drivers of knowledge boxes, asked in this order. */
  @ListOf(source, { max: SOURCES_MAX }) sources: string[] = [];
  /** Model that answers from what a box has. */
  @TakesModel() generative_model?: ModelName | null;
}

/** Any module that finds context. */
export type AnyContextModule = BasicAskConfig;

/** Classes of these modules by name. */
export const contextModules: Readonly<Record<string, () => Constructor<AnyContextModule>>> = {
  basic_ask: () => BasicAskConfig,
};

/** A module that finds context: `module` says which one. */
@TaggedBody('module', contextModules)
export class ContextModuleBody {}
